// try_put() fails when another thread is at it: allowed only if it promises no more than to try.
#pragma once

#include <mutex>

class Slot {
 public:
  bool try_put(int value) {
    std::unique_lock<std::mutex> lock(mutex_, std::try_to_lock);
    if (!lock) return false;
    value_ = value;
    return true;
  }

 private:
  std::mutex mutex_;
  int value_ = 0;
};
