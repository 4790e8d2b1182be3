// Destructors that check what the calls have left behind. Strict's fails after any set(), threads or not:
// that is how it is meant, and its methods are locked. Hasty's fails only where an update was lost.
#pragma once

#include <atomic>
#include <cassert>
#include <mutex>

class Strict {
 public:
  ~Strict() { assert(value_ == 0); }
  void set() {
    const std::scoped_lock lock(mutex_);
    value_ = 1;
  }
  int get() const {
    const std::scoped_lock lock(mutex_);
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  int value_ = 0;
};

class Hasty {
 public:
  ~Hasty() { assert(entered_ == counted_); }
  void enter() {
    ++counted_;
    entered_ = entered_ + 1;
  }

 private:
  std::atomic<int> entered_{0}, counted_{0};
};
