#pragma once

#include <atomic>

class Counter {
 public:
  void increment() { count_ = count_ + 1; }
  int get() const { return count_; }

 private:
  std::atomic<int> count_{0};
};
