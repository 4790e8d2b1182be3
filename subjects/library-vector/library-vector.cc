// A list with a lock in every method, as java.util.Vector is: one thread goes through its elements by their
// index, another one removes elements from the end.
// Bug: the size and the element are asked for in two calls, with nothing that covers both.
// Fails when the element that is due is removed in between: the index is out of range.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"

using subjects::kFixed;

class Vector {
 public:
  std::recursive_mutex& mutex() { return mutex_; }

  int size() {
    std::lock_guard lock(mutex_);
    return size_;
  }
  int element_at(int index) {
    std::lock_guard lock(mutex_);
    assert(index < size_);
    return elements_[index];
  }
  void remove_last() {
    std::lock_guard lock(mutex_);
    --size_;
  }

 private:
  std::recursive_mutex mutex_;
  std::array<int, 3> elements_{1, 2, 3};
  int size_ = 3;
};

Vector vector;

int main() {
  std::thread reader([] {
    std::unique_lock lock(vector.mutex(), std::defer_lock);
    if (kFixed) lock.lock();
    for (int i = 0; i < vector.size(); ++i) vector.element_at(i);
  });
  std::thread remover([] {
    vector.remove_last();
    vector.remove_last();
  });
  reader.join();
  remover.join();
}
