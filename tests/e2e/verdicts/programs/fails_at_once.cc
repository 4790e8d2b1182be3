// A thread fails before it does anything that another thread could see. It failed where it failed, not where
// it was created.
//
// run: => assertion
// options: --executions 20
// replays: failed here\s+at \S*fails_at_once.cc:\d+ in check
#include <cassert>
#include <thread>

void check(int amount) {
  assert(amount > 0);
}

int main() {
  std::thread(check, 0).join();
}
