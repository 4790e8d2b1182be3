#pragma once

#include <atomic>

class Slot {
 public:
  ~Slot() { delete item_.load(); }

  void put(int value) { delete item_.exchange(new int(value)); }
  int get() const {
    const int* item = item_;
    return item == nullptr ? 0 : *item;
  }

 private:
  std::atomic<int*> item_{nullptr};
};
