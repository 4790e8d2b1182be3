// Two diners share one fork and one knife, and each needs both.
// Bug: they take them in opposite orders.
// Deadlocks when each holds one piece and waits for the other's.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex fork_lock;
std::mutex knife_lock;
int meals = 0;

void eat_fork_first() {
  std::lock_guard fork(fork_lock);
  std::lock_guard knife(knife_lock);
  ++meals;
}

void eat_knife_first() {
  std::lock_guard knife(knife_lock);
  std::lock_guard fork(fork_lock);
  ++meals;
}

int main() {
  std::thread first(eat_fork_first);
  std::thread second(eat_knife_first);
  first.join();
  second.join();
  assert(meals == 2);
}
