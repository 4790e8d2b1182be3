// A class for the texts of drivers and reproducers (sources_test.cc): results of several kinds, an output,
// exceptions, two objects.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

class Basket {
 public:
  explicit Basket(int capacity) : capacity_(capacity) {}

  void put(int item) {
    const std::scoped_lock lock(mutex_);
    items_.push_back(item);
  }

  bool try_take(int& item) {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return false;
    item = items_.back();
    items_.pop_back();
    return true;
  }

  int take() {
    int item = 0;
    if (!try_take(item)) throw std::out_of_range("empty");
    return item;
  }

  std::optional<int> last() const {
    const std::scoped_lock lock(mutex_);
    return items_.empty() ? std::nullopt : std::optional<int>(items_.back());
  }

  void swap(Basket& other) {
    const std::scoped_lock lock(mutex_, other.mutex_);
    items_.swap(other.items_);
  }

  std::string label() const { return std::to_string(capacity_); }

  std::byte mark() { return std::byte{1}; }

 private:
  mutable std::mutex mutex_;
  std::vector<int> items_;
  int capacity_;
};
