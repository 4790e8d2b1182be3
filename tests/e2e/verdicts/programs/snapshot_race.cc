// Both accesses of a data race come after the snapshot; the threads were started before.
//
// run: => data-race
// options: --executions 500 --snapshot start-here
// carriers: contexts
#include <heddle/mark.h>
#include <atomic>
#include <thread>

std::atomic<bool> go{false};
int shared_value = 0;

int main() {
  std::thread worker([] {
    while (!go.load(std::memory_order_relaxed)) std::this_thread::yield();
    ++shared_value;
  });
  heddle::start_here();
  go.store(true, std::memory_order_relaxed);
  ++shared_value;
  worker.join();
}
