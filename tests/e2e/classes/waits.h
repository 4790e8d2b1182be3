// take() waits where there is nothing, and that is how it is meant; at() fails by itself for what is not
// there, and look() after break_it().
#pragma once

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>

class WaitingQueue {
 public:
  void put(int item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(item);
    filled_.notify_one();
  }
  int take() {
    std::unique_lock lock(mutex_);
    filled_.wait(lock, [this] { return !items_.empty(); });
    const int item = items_.front();
    items_.pop_front();
    return item;
  }
  int at(unsigned place) const {
    const std::scoped_lock lock(mutex_);
    if (place >= items_.size()) std::abort();
    return items_[place];
  }
  void break_it() {
    const std::scoped_lock lock(mutex_);
    is_broken_ = true;
  }
  bool look() const {
    const std::scoped_lock lock(mutex_);
    if (is_broken_) std::abort();
    return true;
  }

 private:
  mutable std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<int> items_;
  bool is_broken_ = false;
};
