// The repaired twin of exit_while_running: a clerk books, a closer ends the program.
// The closer waits for the clerk before it calls std::exit(0). Main stays in join until then.
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
  std::thread closer([&clerk] {
    clerk.join();
    std::exit(0);
  });
  closer.join();
}
