// A thread sleeps for half a second until the other is done, as it thinks. With --stall any, the other may be
// held up for that long.
//
// run: => assertion
// options: --executions 300 --stall any
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<bool> done{false};

int main() {
  std::thread other([] { done = true; });
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  assert(done);
  other.join();
}
