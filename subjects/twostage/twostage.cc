// One thread computes two values, the second one from the first, and another thread reads both.
// Bug: each value has a lock of its own, and nothing covers both stages.
// Fails when the reader comes between the stages: it sees the new first value and the old second one.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

std::mutex both_stages;  // only the twin takes it
std::mutex first_stage, second_stage;
int value1 = 0, value2 = 0;

void compute() {
  std::unique_lock lock(both_stages, std::defer_lock);
  if (kFixed) lock.lock();
  {
    std::lock_guard first(first_stage);
    value1 = 1;
  }
  {
    std::lock_guard second(second_stage);
    value2 = value1 + 1;
  }
}

void check() {
  std::unique_lock lock(both_stages, std::defer_lock);
  if (kFixed) lock.lock();
  int seen1, seen2;
  {
    std::lock_guard first(first_stage);
    seen1 = value1;
  }
  if (seen1 == 0) return;  // nothing is computed yet
  {
    std::lock_guard second(second_stage);
    seen2 = value2;
  }
  assert(seen2 == seen1 + 1);
}

int main() {
  std::thread computer(compute);
  std::thread checker(check);
  computer.join();
  checker.join();
}
