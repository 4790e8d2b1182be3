// Two customers pay into one account, and then a third thread checks the balance.
// Bug: a deposit reads the balance and writes it without a lock.
// Fails when both read before either of them writes: a deposit is lost.
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

std::mutex mutex;  // only the twin takes it
int balance = 0;
bool is_right = false;

void deposit(int amount) {
  std::unique_lock lock(mutex, std::defer_lock);
  if (kFixed) lock.lock();
  balance += amount;
}

void pay_in() {
  deposit(20);
  reload();
  deposit(30);
}

int main() {
  std::thread first(pay_in);
  std::thread second(pay_in);
  first.join();
  second.join();
  std::thread checker([] { is_right = balance == 100; });
  checker.join();
  assert(is_right);
}
