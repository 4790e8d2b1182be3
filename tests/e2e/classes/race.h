#pragma once

#include <mutex>

class Thermometer {
 public:
  void set(int degrees) {
    const std::scoped_lock lock(mutex_);
    degrees_ = degrees;
  }
  int get() const { return degrees_; }

 private:
  std::mutex mutex_;
  int degrees_ = 0;
};
