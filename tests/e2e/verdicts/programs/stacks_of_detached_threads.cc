// Detached threads end while others go on: a later thread gets the stack of one that no thread has joined.
// Correct: each writes to its own variables, and counts the ends in an atomic.
//
// run: => nothing
// options: --executions 300
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<int> ended{0};

__attribute__((noinline)) void add_up(int* sums) {
  for (int i = 0; i < 8; ++i) sums[i % 4] += i;
}

void task() {
  int sums[4] = {};
  add_up(sums);
  ended.fetch_add(1, std::memory_order_relaxed);
}

int main() {
  for (int i = 0; i < 3; ++i) {
    std::thread(task).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  while (ended.load(std::memory_order_relaxed) != 3) std::this_thread::yield();
  std::thread last(task);
  last.join();
}
