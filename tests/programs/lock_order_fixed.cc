// The repaired twin of lock_order: two diners share one fork and one knife, and each needs both.
// Both take the fork first.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex fork_lock;
std::mutex knife_lock;
int meals = 0;

void eat() {
  std::lock_guard fork(fork_lock);
  std::lock_guard knife(knife_lock);
  ++meals;
}

int main() {
  std::thread first(eat);
  std::thread second(eat);
  first.join();
  second.join();
  assert(meals == 2);
}
