// Two customers withdraw from one account. Arguments: the balance (100) and the amount of each (60).
// Bug: the balance is checked and changed in two steps; the loser throws a type that is no std::exception.
// Fails when both customers check before either of them withdraws.
#include <atomic>
#include <cstdlib>
#include <thread>

struct Overdraft {
  int missing;
};

std::atomic<int> balance;

void withdraw(int amount) {
  if (balance < amount) return;
  const int left = balance -= amount;
  if (left < 0) throw Overdraft{-left};
}

int main(int argc, char** argv) {
  balance = argc > 1 ? std::atoi(argv[1]) : 100;
  const int amount = argc > 2 ? std::atoi(argv[2]) : 60;

  std::thread first(withdraw, amount);
  std::thread second(withdraw, amount);
  first.join();
  second.join();
}
