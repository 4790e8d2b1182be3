// A list in an array whose methods all hold its lock, after java.util.ArrayList in a synchronized wrapper.
// Bug: add_all() and equals() read the other list without its lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace subjects {

class ArrayList {
 public:
  ArrayList() = default;
  ArrayList(const ArrayList&) = delete;
  ArrayList& operator=(const ArrayList&) = delete;

  void add(int value) {
    std::lock_guard lock(mutex_);
    values_.push_back(value);
  }
  void insert(int index, int value) {
    std::lock_guard lock(mutex_);
    if (index != count()) values_.at(static_cast<std::size_t>(index));
    values_.insert(values_.begin() + index, value);
  }
  int get(int index) const {
    std::lock_guard lock(mutex_);
    return values_.at(static_cast<std::size_t>(index));
  }
  // Returns the value that was replaced.
  int set(int index, int value) {
    std::lock_guard lock(mutex_);
    return std::exchange(values_.at(static_cast<std::size_t>(index)), value);
  }
  int remove_at(int index) {
    std::lock_guard lock(mutex_);
    const int value = values_.at(static_cast<std::size_t>(index));
    values_.erase(values_.begin() + index);
    return value;
  }
  // False if the value is not there.
  bool remove(int value) {
    std::lock_guard lock(mutex_);
    const int index = index_of(value);
    if (index >= 0) remove_at(index);
    return index >= 0;
  }
  void remove_range(int from, int to) {
    std::lock_guard lock(mutex_);
    for (int left = to - from; left > 0; --left) remove_at(from);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    values_.clear();
  }

  void add_all(const ArrayList& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#else
    std::lock_guard lock(mutex_);
#endif
    const std::size_t length = other.values_.size();
    for (std::size_t index = 0; index < length; ++index) values_.push_back(other.values_[index]);
  }
  bool equals(const ArrayList& other) const {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#else
    std::lock_guard lock(mutex_);
#endif
    return values_ == other.values_;
  }

  int size() const {
    std::lock_guard lock(mutex_);
    return count();
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return values_.empty();
  }
  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    return index_of(value) >= 0;
  }
  int index_of(int value) const {
    std::lock_guard lock(mutex_);
    const auto place = std::find(values_.begin(), values_.end(), value);
    return place == values_.end() ? -1 : static_cast<int>(place - values_.begin());
  }
  int last_index_of(int value) const {
    std::lock_guard lock(mutex_);
    const auto place = std::find(values_.rbegin(), values_.rend(), value);
    return static_cast<int>(values_.rend() - place) - 1;
  }

  void ensure_capacity(int capacity) {
    std::lock_guard lock(mutex_);
    values_.reserve(static_cast<std::size_t>(std::clamp(capacity, 0, kMaximumCapacity)));
  }
  void trim_to_size() {
    std::lock_guard lock(mutex_);
    values_.shrink_to_fit();
  }
  std::vector<int> to_array() const {
    std::lock_guard lock(mutex_);
    return values_;
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    std::string text;
    for (const int value : values_) text += std::to_string(value) + " ";
    return text;
  }

 private:
  static constexpr int kMaximumCapacity = 1 << 20;

  int count() const { return static_cast<int>(values_.size()); }

  mutable std::recursive_mutex mutex_;
  std::vector<int> values_;
};

}  // namespace subjects
