// Looks again once it has the exclusive lock.
#include <cassert>
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex mutex;
int value;
int computed;

void use() {
  {
    std::shared_lock reading(mutex);
    if (value != 0) return;
  }
  std::unique_lock writing(mutex);
  if (value != 0) return;
  value = 42;
  ++computed;
}

int main() {
  std::thread first(use), second(use);
  first.join();
  second.join();
  assert(computed == 1);
}
