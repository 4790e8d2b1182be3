// Ten accounts in a ring: the owner of each pays in, draws, and transfers money to the next one.
// Bug: a transfer from account D adds to the other account without its lock.
// Fails when the owner of that account changes the balance between the read and the write of the transfer, or
// the other way round: one of the two changes is lost.
#include <algorithm>
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

constexpr int kAccounts = 10;
constexpr int kD = 3;

struct Account {
  std::recursive_mutex mutex;
  int balance = 100;
};

std::array<Account, kAccounts> accounts;

void deposit(Account& account, int amount) {
  std::lock_guard lock(account.mutex);
  account.balance += amount;
}

void withdraw(Account& account, int amount) {
  std::lock_guard lock(account.mutex);
  account.balance -= amount;
}

void transfer(int from, int to, int amount) {
  // In the twin the lower number first, so that the ring cannot deadlock. As it is, the one transfer without
  // a lock leaves a gap in the ring.
  std::lock_guard first(accounts[kFixed ? std::min(from, to) : from].mutex);
  std::unique_lock second(accounts[kFixed ? std::max(from, to) : to].mutex, std::defer_lock);
  if (kFixed) second.lock();
  accounts[from].balance -= amount;
  if (!kFixed && from != kD) second.lock();
  accounts[to].balance += amount;
}

void manage(int account) {
  deposit(accounts[account], 300);
  withdraw(accounts[account], 100);
  transfer(account, (account + 1) % kAccounts, 50);
}

int main() {
  std::array<std::thread, kAccounts> owners;
  for (int i = 0; i < kAccounts; ++i) owners[i] = std::thread(manage, i);
  for (std::thread& owner : owners) owner.join();
  for (const Account& account : accounts) assert(account.balance == 300);
}
