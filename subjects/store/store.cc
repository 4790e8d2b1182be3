// Two tills add three purchases of 100 each to what a customer has to pay.
// Bug: an addition reads the sum and writes it without a lock.
// Fails when both read before either of them writes: a purchase is lost.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int cost = 0;

void buy() {
  for (int i = 0; i < 3; ++i) {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    cost += 100;
    reload();
  }
}

int main() {
  std::thread first(buy);
  std::thread second(buy);
  first.join();
  second.join();
  assert(cost == 600);
}
