// A box office, guarded by a std::recursive_timed_mutex, sells a ticket while main closes it and then counts.
// Bug: the seller who finds it closed returns without unlocking.
// Livelock when main closes it first: main's timed attempts to lock again time out for ever.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::recursive_timed_mutex box_office;
bool closed = false;
int sold = 0;

void lock_patiently() {
  while (!box_office.try_lock_for(std::chrono::milliseconds(10))) {
  }
}

void record_sale() {
  lock_patiently();
  ++sold;
  box_office.unlock();
}

void sell() {
  lock_patiently();
  if (closed) return;
  record_sale();
  box_office.unlock();
}

int main() {
  std::thread seller(sell);
  lock_patiently();
  closed = true;
  box_office.unlock();
  seller.join();

  lock_patiently();
  assert(sold <= 1);
  box_office.unlock();
}
