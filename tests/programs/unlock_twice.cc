// A customer pays into an account while main closes it.
// Bug: after the unlock for a closed account a `return` is missing, so the lock is given up twice.
// Unlocks an unlocked mutex when the account is closed before the customer pays.
#include <mutex>
#include <thread>

std::mutex account_lock;
bool closed = false;
int balance = 0;

void pay_in(int amount) {
  account_lock.lock();
  if (closed) {
    account_lock.unlock();
    amount = 0;
  }
  balance += amount;
  account_lock.unlock();
}

void close_account() {
  std::lock_guard lock(account_lock);
  closed = true;
}

int main() {
  std::thread customer(pay_in, 5);
  close_account();
  customer.join();
}
