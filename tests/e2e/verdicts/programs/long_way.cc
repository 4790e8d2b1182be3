// Payments get lost between hundreds of other steps. However much of a long execution is folded away, its
// explanation keeps where the asserted variable is read and written.
//
// run: => assertion
// options: --executions 100
// explains: more rows
// explains: total → 0
// explains: total = 1
// explains: total → 1
#include <cassert>
#include <mutex>
#include <thread>
#include <vector>

std::mutex mutex;
int total = 0;
long versions[8];

void update(int place) {
  const std::lock_guard lock(mutex);
  ++versions[place % 8];
}

void pay() {
  int before;
  {
    const std::lock_guard lock(mutex);
    before = total;
  }
  const std::lock_guard lock(mutex);
  total = before + 1;
}

int main() {
  std::vector<std::thread> threads;
  for (int number = 0; number < 4; ++number)
    threads.emplace_back([] {
      for (int i = 0; i < 30; ++i) {
        update(i);
        if (i % 10 == 0) pay();
      }
    });
  for (std::thread& each : threads) each.join();
  assert(total == 12);
}
