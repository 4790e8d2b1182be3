// The repaired twin of unlock_twice: a customer pays into an account while main closes it.
// The lock is given up exactly once, by its guard.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex account_lock;
bool closed = false;
int balance = 0;

void pay_in(int amount) {
  std::lock_guard lock(account_lock);
  if (!closed) balance += amount;
}

void close_account() {
  std::lock_guard lock(account_lock);
  closed = true;
}

int main() {
  std::thread customer(pay_in, 5);
  close_account();
  customer.join();
  assert(balance == 0 || balance == 5);
}
