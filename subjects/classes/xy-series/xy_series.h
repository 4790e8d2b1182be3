// A series of points, after XYSeries of JFreeChart.
// Bug: what asks for a single item takes no lock, as if reading were harmless.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace subjects {

class XYSeries {
 public:
  explicit XYSeries(std::string key = "series", bool allow_duplicates = true)
      : key_(std::move(key)), allow_duplicates_(allow_duplicates) {}
  XYSeries(const XYSeries&) = delete;
  XYSeries& operator=(const XYSeries&) = delete;

  std::string get_key() const {
    std::lock_guard lock(mutex_);
    return key_;
  }
  void set_key(const std::string& key) {
    std::lock_guard lock(mutex_);
    key_ = key;
  }
  std::string get_description() const {
    std::lock_guard lock(mutex_);
    return description_;
  }
  void set_description(const std::string& description) {
    std::lock_guard lock(mutex_);
    description_ = description;
  }
  bool get_allow_duplicate_x_values() const { return allow_duplicates_; }

  int get_maximum_item_count() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(maximum_item_count_);
  }
  void set_maximum_item_count(int count) {
    std::lock_guard lock(mutex_);
    maximum_item_count_ = static_cast<std::size_t>(std::max(count, 0));
    drop_oldest();
  }

  void add(double x, double y) {
    std::lock_guard lock(mutex_);
    if (!allow_duplicates_ && find(x) != items_.end()) throw std::invalid_argument("XYSeries: x is there");
    items_.push_back({x, y});
    drop_oldest();
  }
  void add_or_update(double x, double y) {
    std::lock_guard lock(mutex_);
    const auto item = find(x);
    if (item != items_.end()) {
      item->y = y;
    } else {
      items_.push_back({x, y});
      drop_oldest();
    }
  }
  void update(double x, double y) {
    std::lock_guard lock(mutex_);
    const auto item = find(x);
    if (item == items_.end()) throw std::invalid_argument("XYSeries: no such x");
    item->y = y;
  }
  void update_by_index(int index, double y) {
    std::lock_guard lock(mutex_);
    items_.at(static_cast<std::size_t>(index)).y = y;
  }

  void remove(double x) {
    std::lock_guard lock(mutex_);
    const auto item = find(x);
    if (item == items_.end()) throw std::invalid_argument("XYSeries: no such x");
    items_.erase(item);
  }
  void remove_by_index(int index) {
    std::lock_guard lock(mutex_);
    items_.at(static_cast<std::size_t>(index));
    items_.erase(items_.begin() + index);
  }
  void delete_range(int start, int end) {
    std::lock_guard lock(mutex_);
    if (start < 0 || start > end || end >= count()) throw std::out_of_range("XYSeries: range");
    items_.erase(items_.begin() + start, items_.begin() + end + 1);
  }
  void clear() {
    std::lock_guard lock(mutex_);
    items_.clear();
  }

  int get_item_count() const {
    std::lock_guard lock(mutex_);
    return count();
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return items_.empty();
  }
  int index_of(double x) const {
    std::lock_guard lock(mutex_);
    const auto item = std::find_if(items_.begin(), items_.end(), [x](const Item& i) { return i.x == x; });
    return item == items_.end() ? -1 : static_cast<int>(item - items_.begin());
  }

  double get_x(int index) const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return items_.at(static_cast<std::size_t>(index)).x;
  }
  double get_y(int index) const {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    return items_.at(static_cast<std::size_t>(index)).y;
  }

  double get_min_x() const {
    std::lock_guard lock(mutex_);
    return minimum(&Item::x);
  }
  double get_min_y() const {
    std::lock_guard lock(mutex_);
    return minimum(&Item::y);
  }
  std::vector<double> to_array() const {
    std::lock_guard lock(mutex_);
    std::vector<double> numbers;
    for (const auto& [x, y] : items_) {
      numbers.push_back(x);
      numbers.push_back(y);
    }
    return numbers;
  }
  bool equals(const XYSeries& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return key_ == other.key_ && items_ == other.items_;
  }

 private:
  struct Item {
    double x;
    double y;
    bool operator==(const Item&) const = default;
  };

  int count() const { return static_cast<int>(items_.size()); }

  std::vector<Item>::iterator find(double x) {
    return std::find_if(items_.begin(), items_.end(), [x](const Item& item) { return item.x == x; });
  }

  void drop_oldest() {
    if (items_.size() > maximum_item_count_) {
      items_.erase(items_.begin(), items_.end() - static_cast<std::ptrdiff_t>(maximum_item_count_));
    }
  }

  double minimum(double Item::* member) const {
    if (items_.empty()) throw std::out_of_range("XYSeries: empty");
    double result = items_.front().*member;
    for (const Item& item : items_) result = std::min(result, item.*member);
    return result;
  }

  mutable std::recursive_mutex mutex_;
  std::string key_;
  std::string description_;
  const bool allow_duplicates_;
  std::size_t maximum_item_count_ = 1000;
  std::vector<Item> items_;
};

}  // namespace subjects
