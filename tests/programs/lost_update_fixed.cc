// The repaired twin of lost_update: two threads increment a plain counter once each.
// A lock keeps the read and the write of each increment together.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex counter_lock;
int counter = 0;

void increment() {
  std::lock_guard lock(counter_lock);
  counter++;
}

int main() {
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(counter == 2);
}
