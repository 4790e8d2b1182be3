// Transfers lock both accounts: deadlock.cc, repaired.
// Whatever the direction, the account with the lower address is locked first.
#include <cassert>
#include <functional>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance;
};

bool transfer(Account& from, Account& to, int amount) {
  const bool from_is_lower = std::less<>()(&from, &to);
  std::lock_guard lower_lock(from_is_lower ? from.mutex : to.mutex);
  std::lock_guard higher_lock(from_is_lower ? to.mutex : from.mutex);
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
