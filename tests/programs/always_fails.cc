// Two threads work on a counter, correctly, while main computes the length of a leap year.
// Bug: the rule for leap years is missing, which has nothing to do with the threads.
// Fails on every interleaving.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> progress{0};

int days_in(int year) {
  return year > 0 ? 365 : 0;
}

int main() {
  std::thread first([] { ++progress; });
  std::thread second([] { ++progress; });
  assert(days_in(2024) == 366);
  first.join();
  second.join();
  assert(progress == 2);
}
