// Transfers lock both accounts, so no money gets lost; but each locks its own source first.
// Bug: two transfers in opposite directions lock in opposite orders.
// Deadlocks when each transfer holds its source and waits for its target.
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance;
};

bool transfer(Account& from, Account& to, int amount) {
  std::lock_guard from_lock(from.mutex);
  std::lock_guard to_lock(to.mutex);
  if (from.balance < amount) return false;
  from.balance -= amount;
  to.balance += amount;
  return true;
}

int main() {
  Account savings{{}, 100};
  Account checking{{}, 50};

  std::thread deposit([&] { transfer(checking, savings, 20); });
  std::thread withdrawal([&] { transfer(savings, checking, 60); });
  deposit.join();
  withdrawal.join();

  assert(savings.balance == 60 && checking.balance == 90);
}
