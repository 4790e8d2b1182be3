// Nothing is wrong with it: overloads, defaults, outputs, callbacks, move-only arguments, templates, enums.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

template <typename T>
class Box {
 public:
  enum class Side { kFront, kBack };

  void put(T item) { put(std::move(item), Side::kBack); }
  void put(T item, Side side) {
    const std::scoped_lock lock(mutex_);
    items_.insert(side == Side::kBack ? items_.end() : items_.begin(), item);
  }
  void put_owned(std::unique_ptr<T> item) { put(*item); }
  void put_many(T item, int times = 2) {
    const std::scoped_lock lock(mutex_);
    for (int i = 0; i < times && i < 3; ++i) items_.push_back(item);
  }
  bool try_take(T& item) {
    const std::scoped_lock lock(mutex_);
    if (items_.empty()) return false;
    item = items_.back();
    items_.pop_back();
    return true;
  }
  std::optional<T> last() const {
    const std::scoped_lock lock(mutex_);
    return items_.empty() ? std::nullopt : std::optional<T>(items_.back());
  }
  void for_each(const std::function<void(const T&)>& visit) const {
    const std::scoped_lock lock(mutex_);
    for (const T& item : items_) visit(item);
  }
  std::size_t size() const {
    const std::scoped_lock lock(mutex_);
    return items_.size();
  }

 private:
  mutable std::mutex mutex_;
  std::vector<T> items_;
};
