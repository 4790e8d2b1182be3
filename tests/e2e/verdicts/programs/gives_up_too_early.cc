// A thread waits 10 ms for an answer and takes it for granted. A machine may hold the other thread up for as
// long. The report says what it takes.
//
// run: => assertion
// options: --executions 300
// says: only if the wait of 10 ms at \S*gives_up_too_early\.cc:\d+\s+ends before main\.0\s+goes on
// replays: In this schedule the wait of 10 ms
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable answered;
int answer = 0;

int main() {
  std::thread other([] {
    std::lock_guard lock(mutex);
    answer = 42;
    answered.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    answered.wait_for(lock, std::chrono::milliseconds(10), [] { return answer != 0; });
    assert(answer == 42);
  }
  other.join();
}
