// Main looks every millisecond whether a worker is done. The worker sleeps for two minutes first: main looks
// 120,000 times. That ends.
//
// run: => nothing
// options: --executions 3
// never: livelock
#include <atomic>
#include <chrono>
#include <thread>

std::atomic<bool> done{false};

int main() {
  std::thread worker([] {
    std::this_thread::sleep_for(std::chrono::minutes(2));
    done = true;
  });
  while (!done) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  worker.join();
}
