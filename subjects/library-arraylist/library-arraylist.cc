// A list in an array, as java.util.ArrayList is, to which two threads add.
// Bug: add() writes the element and then counts it, without a lock.
// Fails when both threads write to the same place or count at the same time: an element is lost.
#include <array>
#include <cassert>
#include <mutex>
#include <thread>

#include "support/fixed.h"
#include "support/reload.h"

using namespace subjects;

constexpr int kElements = 3;  // of each thread

class ArrayList {
 public:
  void add(int element) {
    std::unique_lock lock(mutex_, std::defer_lock);
    if (kFixed) lock.lock();
    ++modifications_;
    assert(size_ < kCapacity);
    reload();
    elements_[size_] = element;
    reload();
    ++size_;
  }

  bool contains(int element) const {
    for (int i = 0; i < size_; ++i) {
      if (elements_[i] == element) return true;
    }
    return false;
  }

 private:
  static constexpr int kCapacity = 10;

  std::mutex mutex_;  // only the twin takes it
  int size_ = 0, modifications_ = 0;
  std::array<int, kCapacity> elements_{};
};

ArrayList list;

template <int first>
void add_elements() {
  for (int i = 0; i < kElements; ++i) list.add(first + i);
}

int main() {
  std::thread adder1(add_elements<1>);
  std::thread adder2(add_elements<1 + kElements>);
  adder1.join();
  adder2.join();
  for (int element = 1; element <= 2 * kElements; ++element) assert(list.contains(element));
}
