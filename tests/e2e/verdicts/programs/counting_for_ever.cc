// A thread waits for a flag that never comes, and counts how often it looked. It cannot be known that the
// counter does not end the loop: it is only said that there was no progress.
//
// run: => livelock
// options: --executions 1 --step-limit 1000
// says: no progress seen in 2,000,000 steps
// never: nothing changes any more
// make check: gxx contexts
#include <atomic>
#include <thread>

std::atomic<bool> ready{false};

unsigned long wait_until_ready() {
  unsigned long looks = 0;
  while (!ready) ++looks;
  return looks;
}

int main() {
  std::thread waits(wait_until_ready);
  waits.join();
}
