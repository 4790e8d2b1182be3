// The repaired twin of timed_lock_gives_up: two suppliers deliver to a store guarded by a std::timed_mutex.
// A supplier who cannot get the lock in time tries again.
// (The TSan of g++ 12 does not know pthread_mutex_clocklock and reports a false race; clang 19's does.)
#include <cassert>
#include <chrono>
#include <mutex>
#include <thread>

std::timed_mutex store_lock;
int stock = 0;

void deliver() {
  while (!store_lock.try_lock_for(std::chrono::milliseconds(10))) {
  }
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
