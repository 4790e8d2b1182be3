// A bank with two accounts and two transfers. Every access to a balance is locked, yet money gets lost.
// Bug: a transfer reads a balance, gives the lock up and then writes a balance that may be out of date.
// Fails when one transfer changes an account between the other's read and write of it.
#include <cassert>
#include <iostream>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

class Account {
 public:
  Account(std::string owner, int balance) : owner_(std::move(owner)), balance_(balance) {}

  const std::string& owner() const { return owner_; }

  int balance() const {
    std::lock_guard lock(mutex_);
    return balance_;
  }

  void set_balance(int balance) {
    std::lock_guard lock(mutex_);
    balance_ = balance;
  }

 private:
  const std::string owner_;
  mutable std::mutex mutex_;
  int balance_;
};

void transfer(Account& from, Account& to, int amount) {
  from.set_balance(from.balance() - amount);
  to.set_balance(to.balance() + amount);
}

int main() {
  Account alice("Alice", 100);
  Account bob("Bob", 100);

  std::thread rent([&] { transfer(alice, bob, 30); });
  std::thread refund([&] { transfer(bob, alice, 10); });
  rent.join();
  refund.join();

  for (const Account* account : {&alice, &bob}) {
    std::cout << account->owner() << " has " << account->balance() << '\n';
  }
  assert(alice.balance() + bob.balance() == 200);
}
