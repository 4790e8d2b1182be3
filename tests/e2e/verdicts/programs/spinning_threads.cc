// Three threads wait for a value that has passed: one polls under a lock, one sleeps in between, one reads
// the clock for each of its timed waits. None of them will ever see it.
//
// run: => livelock
// options: --executions 3
// says: nothing\s+changes\s+any\s+more;\s+main\S*.*\s+spins?\s+at
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
int value = 2;

bool is_one() {
  std::lock_guard lock(mutex);
  return value == 1;
}

int main() {
  std::thread polls([] {
    while (!is_one()) {
    }
  });
  std::thread sleeps([] {
    while (!is_one()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  });
  std::thread waits([] {
    std::unique_lock lock(mutex);
    while (value != 1) changed.wait_for(lock, std::chrono::milliseconds(10));
  });
  polls.join();
  sleeps.join();
  waits.join();
}
