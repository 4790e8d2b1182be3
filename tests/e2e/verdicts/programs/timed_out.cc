// Main waits for a second, and then takes it for granted that the worker is done. That the wait timed out is
// why it fails, and is shown.
//
// run: => assertion
// explains: no longer waits on changed
// options: --executions 100 --stall any
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex mutex;
std::condition_variable changed;
bool ready = false;

int main() {
  std::thread worker([] {
    const std::lock_guard guard(mutex);
    ready = true;
    changed.notify_one();
  });
  {
    std::unique_lock lock(mutex);
    const bool in_time = changed.wait_for(lock, std::chrono::seconds(1), [] { return ready; });
    assert(in_time);
  }
  worker.join();
}
