// The repaired twin of recursive_timed_leak: a box office sells a ticket while main closes it and then
// counts. Every lock is a std::unique_lock, which unlocks on every path.
// (TSan of g++ 12 reports a false race here: it does not know pthread_mutex_clocklock. That of clang 19 does.)
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
