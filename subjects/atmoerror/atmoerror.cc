// Two threads add to a total, and each of them expects ten when it has ended.
// Bug: the total has no lock, and nothing makes a thread wait for the other one.
// Fails nearly always: when a thread ends before the other one, or when an addition is lost.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int total;
int ended = 0;  // only the twin counts

void add_five() {
  {
    std::unique_lock lock(mutex, std::defer_lock);
    if (kFixed) lock.lock();
    total += 5;
  }
  reload();
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  if (kFixed && ++ended < 2) return;
  assert(total == 10);
}

int main() {
  total = 0;
  std::thread first(add_five);
  std::thread second(add_five);
  first.join();
  second.join();
}
