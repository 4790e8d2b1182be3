// The repaired twin of overdraft: two customers withdraw (arguments: balance and amount) from one account.
// A compare-and-exchange changes the balance only if it is still the one that was checked.
#include <atomic>
#include <cstdlib>
#include <thread>

struct Overdraft {
  int missing;
};

std::atomic<int> balance;

void withdraw(int amount) {
  int seen = balance;
  do {
    if (seen < amount) return;
  } while (!balance.compare_exchange_weak(seen, seen - amount));
  if (seen - amount < 0) throw Overdraft{amount - seen};
}

int main(int argc, char** argv) {
  balance = argc > 1 ? std::atoi(argv[1]) : 100;
  const int amount = argc > 2 ? std::atoi(argv[2]) : 60;

  std::thread first(withdraw, amount);
  std::thread second(withdraw, amount);
  first.join();
  second.join();
}
