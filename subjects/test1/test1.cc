// One thread adds one to x, another one doubles it.
// Bug: there is no lock.
// Fails when the addition falls between the read and the write of the doubling: it is lost.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex mutex;  // only the twin takes it
int x = 0;

int main() {
  std::thread adder([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    ++x;
  });
  std::thread doubler([] {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    x *= 2;
  });
  adder.join();
  doubler.join();
  assert(x >= 1);
}
