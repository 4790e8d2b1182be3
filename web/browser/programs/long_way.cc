// More than 500,000 events on the way to a failed assertion.
#include <cassert>
#include <mutex>
#include <thread>

std::mutex mutex;
long total = 0;

void work() {
  for (int i = 0; i < 45'000; ++i) {
    std::lock_guard lock(mutex);
    total = total + 1;
  }
}

int main() {
  std::thread first(work);
  std::thread second(work);
  std::thread third(work);
  first.join();
  second.join();
  third.join();
  assert(total == 0);
}
