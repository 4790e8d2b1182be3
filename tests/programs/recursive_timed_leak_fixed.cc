// The repaired twin of recursive_timed_leak: a box office sells a ticket while main closes it.
// Every lock is a std::unique_lock, which unlocks on every path.
// (The TSan of g++ 12 does not know pthread_mutex_clocklock and reports a false race; clang 19's does.)
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::recursive_timed_mutex box_office;
bool closed = false;
int sold = 0;

std::unique_lock<std::recursive_timed_mutex> lock_patiently() {
  std::unique_lock lock(box_office, std::defer_lock);
  while (!lock.try_lock_for(std::chrono::milliseconds(10))) {
  }
  return lock;
}

void record_sale() {
  const auto lock = lock_patiently();
  ++sold;
}

void sell() {
  const auto lock = lock_patiently();
  if (closed) return;
  record_sale();
}

void close_office() {
  const auto lock = lock_patiently();
  closed = true;
}

int main() {
  std::thread seller(sell);
  close_office();
  seller.join();

  const auto lock = lock_patiently();
  assert(sold <= 1);
}
