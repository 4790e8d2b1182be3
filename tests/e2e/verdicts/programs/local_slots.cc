// Two functions are called one after the other, and their locals lie at the same place of main's stack: each
// access has the name of the variable that was there at the time.
//
// run: => assertion, data-race?
// options: --executions 300
// never: a local variable
// explains: count_apples
// explains: apples = 5
// explains: pears = 2
// explains: pears → 6
#include <cassert>
#include <thread>

[[gnu::noinline]] int count_apples() {
  int apples = 1;
  std::thread eater([&] { apples = 5; });
  const int seen = apples;
  eater.join();
  return seen;
}

[[gnu::noinline]] int count_pears() {
  int pears = 2;
  std::thread eater([&] { pears = 6; });
  const int seen = pears;
  eater.join();
  return seen;
}

int main() {
  assert(!(count_apples() == 1 && count_pears() == 6));
}
