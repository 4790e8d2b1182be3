// Two suppliers deliver to a store guarded by a std::timed_mutex.
// Bug: a supplier who cannot get the lock in time drops the delivery.
// Fails when one try_lock_for() times out while the other supplier holds the lock.
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex store_lock;
int stock = 0;

void deliver() {
  if (!store_lock.try_lock_for(std::chrono::milliseconds(10))) return;
  ++stock;
  store_lock.unlock();
}

int main() {
  std::thread first(deliver);
  std::thread second(deliver);
  first.join();
  second.join();
  assert(stock == 2);
}
