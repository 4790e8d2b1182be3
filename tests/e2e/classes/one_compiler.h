// Has a method that the analysis sees, which is Clang, and g++ does not: only the compiler can tell that no
// test can call it.
#pragma once

#include <mutex>

class Gauge {
 public:
#ifdef __clang__
  void reset() {
    const std::scoped_lock lock(mutex_);
    level_ = 0;
  }
#endif
  int rise() {
    const std::scoped_lock lock(mutex_);
    return ++level_;
  }
  int level() const {
    const std::scoped_lock lock(mutex_);
    return level_;
  }
  // In two critical sections: what it returns is explained by no order.
  int twice() { return level() + level(); }

 private:
  mutable std::mutex mutex_;
  int level_ = 0;
};
