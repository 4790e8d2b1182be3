// Two threads set a variable each under a lock of its own, and main looks which of them are set.
// Bug: main takes no lock, and reads the variables again for every case.
// Fails when a variable is set while main looks: then none of the cases applies.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex_of_a, mutex_of_b;
int a = 0, b = 0;

bool is(int value_of_a, int value_of_b) {
  reload();
  return a == value_of_a && b == value_of_b;
}

int main() {
  std::thread first([] {
    std::lock_guard lock(mutex_of_a);
    a = 1;
  });
  std::thread second([] {
    std::lock_guard lock(mutex_of_b);
    b = 1;
  });
  {
    std::unique_lock lock_of_a(mutex_of_a, std::defer_lock), lock_of_b(mutex_of_b, std::defer_lock);
    if (kFixed) lock_of_a.lock();
    if (kFixed) lock_of_b.lock();
    assert(is(0, 0) || is(1, 1) || is(1, 0) || is(0, 1));
  }
  first.join();
  second.join();
}
