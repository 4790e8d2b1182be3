// A race at the bottom of a recursion that is 30,000 calls deep, with a step in each of them: the innermost
// frames of the access are told.
//
// run: => data-race
// options: --executions 4 --no-shrink
// explains: store_at_bottom
#include <thread>

int result;
volatile int calls_left = 30'000;

__attribute__((noinline)) void store_at_bottom() {
  result = 42;
  asm volatile("");
}

__attribute__((noinline)) void descend() {
  calls_left = calls_left - 1;
  if (calls_left == 0)
    store_at_bottom();
  else
    descend();
  asm volatile("");
}

int main() {
  std::thread other(descend);
  result = 43;
  other.join();
}
