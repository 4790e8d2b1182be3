// Three threads each write their number to two variables.
// Bug: there is no lock around the two writes.
// Fails when the last thread to write the first variable is not the last to write the second one.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex mutex;  // only the twin takes it
int a = 0, b = 0;

void set_both(int number) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  a = number;
  b = number;
}

int main() {
  std::thread first([] { set_both(1); });
  std::thread second([] { set_both(2); });
  std::thread third([] { set_both(3); });
  first.join();
  second.join();
  third.join();
  assert(a == b);
}
