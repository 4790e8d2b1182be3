// The repaired twin of always_fails: two threads work on a counter while main computes with leap years.
// The rule for leap years is there.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> progress{0};

int days_in(int year) {
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return leap ? 366 : 365;
}

int main() {
  std::thread first([] { ++progress; });
  std::thread second([] { ++progress; });
  assert(days_in(2024) == 366);
  first.join();
  second.join();
  assert(progress == 2);
}
