// Two threads use a catalogue that the first of them creates, by double-checked locking.
// Bug: the pointer is published before the object is filled.
// Fails when the second thread, past the unlocked check, reads the object before the first has filled it.
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>

struct Catalogue {
  std::atomic<int> books{0};
};

std::mutex creation_lock;
Catalogue storage;
std::atomic<Catalogue*> instance{nullptr};

Catalogue& catalogue() {
  if (instance.load() == nullptr) {
    std::lock_guard lock(creation_lock);
    if (instance.load() == nullptr) {
      instance = &storage;
      storage.books = 3;
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
