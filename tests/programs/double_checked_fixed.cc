// The repaired twin of double_checked: two threads use a catalogue that the first of them creates.
// The object is filled before its pointer is published.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Catalogue {
  int books = 0;
};

std::mutex creation_lock;
Catalogue storage;
std::atomic<Catalogue*> instance{nullptr};

Catalogue& catalogue() {
  if (instance.load() == nullptr) {
    std::lock_guard lock(creation_lock);
    if (instance.load() == nullptr) {
      storage.books = 3;
      instance = &storage;
    }
  }
  return *instance.load();
}

void use() {
  assert(catalogue().books == 3);
}

int main() {
  std::thread first(use);
  std::thread second(use);
  first.join();
  second.join();
}
