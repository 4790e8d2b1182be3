// Prints far more than Heddle keeps, and escape sequences, before it fails where an update gets lost.
#include <atomic>
#include <cassert>
#include <cstdio>
#include <thread>

std::atomic<int> counter{0};

void increment() {
  counter = counter + 1;
}

int main() {
  std::printf("\033[31mred\033[0m\n");
  for (int line = 0; line < 100'000; ++line) std::printf("line %d of a very long story\n", line);
  std::fflush(stdout);
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  assert(counter == 2);
}
