// A weak compare-exchange may fail although it finds what it expects, and does so now and then.
//
// options: --memory c++ --executions 200
// run: once => assertion
// says: 1 failing weak compare-exchange is enough
// explains: fails for no reason
#include <atomic>
#include <cassert>
#include <thread>

int main(int, char**) {
  static std::atomic<int> turn{0};
  std::thread other([] { std::atomic_thread_fence(std::memory_order_seq_cst); });
  int expected = 0;
  assert(turn.compare_exchange_weak(expected, 1, std::memory_order_relaxed));
  other.join();
}
