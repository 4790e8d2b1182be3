// A weak compare-exchange may fail although it finds what it expects, and does so now and then; a strong one
// never does, and a loop comes to an end.
//
// options: --memory c++ --executions 200
// run: once => assertion
// says: A failed.*weak compare-exchange may|fails: a weak compare-exchange may|failed
// run: strong => nothing
// run: loop => nothing
#include <atomic>
#include <cassert>
#include <cstring>
#include <thread>

int main(int, char** arguments) {
  static std::atomic<int> turn{0};
  const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
  std::thread other([] { std::atomic_thread_fence(std::memory_order_seq_cst); });
  int expected = 0;
  if (is("once")) assert(turn.compare_exchange_weak(expected, 1, std::memory_order_relaxed));
  if (is("strong")) assert(turn.compare_exchange_strong(expected, 1, std::memory_order_relaxed));
  if (is("loop"))
    while (!turn.compare_exchange_weak(expected, 1, std::memory_order_relaxed)) assert(expected == 0);
  other.join();
}
