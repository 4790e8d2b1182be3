// A thread tries to lock what main holds, and gives up after 100,000 tries. Main waits for it. That ends.
//
// run: => nothing
// options: --executions 3
// never: livelock:
#include <cassert>
#include <mutex>
#include <thread>

std::mutex ledger;

bool lock_or_give_up() {
  for (int tries = 0; tries < 100'000; ++tries) {
    if (ledger.try_lock()) return true;
    std::this_thread::yield();
  }
  return false;
}

int main() {
  std::lock_guard lock(ledger);
  std::thread auditor([] { assert(!lock_or_give_up()); });
  auditor.join();
}
