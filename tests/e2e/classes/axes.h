// Two numbers that are set one by one and read one after the other. What is read may be of no moment: x from
// before it was set, y from after. That is wrong if x was set before somebody began to set y; nothing that the
// threads read or write says whether it was.
#pragma once

#include <atomic>
#include <mutex>

class Axes {
 public:
  void set_x() { x_ = 1; }
  void set_y() { y_ = 1; }
  int both() {
    const int x = x_;
    return 10 * x + y_;
  }

 private:
  std::atomic<int> x_{0}, y_{0};
};

// Repaired.
class LockedAxes {
 public:
  void set_x() {
    const std::lock_guard lock(mutex_);
    x_ = 1;
  }
  void set_y() {
    const std::lock_guard lock(mutex_);
    y_ = 1;
  }
  int both() {
    const std::lock_guard lock(mutex_);
    return 10 * x_ + y_;
  }

 private:
  std::mutex mutex_;
  int x_ = 0, y_ = 0;
};
