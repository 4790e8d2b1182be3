// An update is lost, and a thread sleeps now and then. The bug may be found where a sleep ends early, but it
// needs no such thing, and shrinking finds that out.
//
// run: => assertion
// options: --executions 300 --strategy random
// never: only if|in this schedule
#include <atomic>
#include <cassert>
#include <chrono>
#include <thread>

std::atomic<int> counter{0}, other_work{0};

void count() {
  const int now = counter;
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  counter = now + 1;
}

int main() {
  std::thread first(count), second(count), third([] {
    for (int i = 0; i < 5; ++i) ++other_work;
  });
  first.join();
  second.join();
  third.join();
  assert(counter == 2);
}
