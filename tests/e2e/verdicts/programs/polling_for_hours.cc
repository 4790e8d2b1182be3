// Main polls for a flag until its time is up: after three hours of virtual time. A worker spins until main
// says stop. That ends, and with `fails` the assertion behind the loop fails in every replay, too: a search
// and a replay read the same times.
//
// run: => nothing
// run: fails => assertion
// options: --executions 3
// never: livelock:
// make check: gxx contexts
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<bool> ready{false}, stop{false};

int main(int argc, char**) {
  using Clock = std::chrono::steady_clock;
  std::thread worker([] {
    while (!stop) std::this_thread::yield();
  });
  long* const polls = new long(0);
  const auto deadline = Clock::now() + std::chrono::hours(3);
  while (!ready && Clock::now() < deadline) {
    ++*polls;
    std::this_thread::yield();
  }
  if (argc > 1) assert(*polls == 0);
  delete polls;
  stop = true;
  worker.join();
}
