// A thread polls for a flag that another one sets when it has slept for ten seconds. Time passes for the
// sleeper although the first thread can always run, whatever the patience with threads that only poll.
//
// run: => nothing
// options: --executions 30 --stall none --step-limit 1
// never: livelock
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> ready{false};

int main() {
  std::thread sleeper([] {
    std::this_thread::sleep_for(std::chrono::seconds(10));
    ready = true;
  });
  while (!ready) std::this_thread::yield();
  sleeper.join();
}
