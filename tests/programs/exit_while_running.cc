// A clerk books debits and credits, a closer ends the program, an atexit handler checks the books.
// Bug: the closer calls std::exit(0) while the clerk is still working.
// Fails when the handler looks while the clerk is between a debit and its credit.
#include <atomic>
#include <cassert>
#include <cstdlib>
#include <thread>

std::atomic<int> debit{0};
std::atomic<int> credit{0};

void check_books() {
  assert(debit == credit);
}

void book() {
  for (int amount = 1; amount <= 3; ++amount) {
    debit += amount;
    credit += amount;
  }
}

int main() {
  std::atexit(check_books);
  std::thread clerk(book);
  std::thread closer([] { std::exit(0); });
  clerk.join();
  closer.join();
}
