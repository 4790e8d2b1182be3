#pragma once

#include <mutex>
#include <vector>

class Cache {
 public:
  int first_or_zero() const {
    if (size() == 0) return 0;
    const std::scoped_lock lock(mutex_);
    return items_.at(0);
  }
  void add(int item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(item);
  }
  void clear() {
    const std::scoped_lock lock(mutex_);
    items_.clear();
  }
  std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return items_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<int> items_;
};
