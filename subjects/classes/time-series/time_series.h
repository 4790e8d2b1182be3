// Values by time period, in the order of time, after org.jfree.data.time.TimeSeries.
// Bug: set_maximum_item_age() and remove_aged_items() drop old items without the lock.
#pragma once

#include <algorithm>
#include <cstddef>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "../support/property.h"

namespace subjects {

class TimeSeries {
 public:
  explicit TimeSeries(std::string name = "series") : name_(std::move(name)) {}
  TimeSeries(const TimeSeries&) = delete;
  TimeSeries& operator=(const TimeSeries&) = delete;

  std::string get_name() const {
    std::lock_guard lock(mutex_);
    return name_;
  }
  void set_name(const std::string& name) {
    std::lock_guard lock(mutex_);
    name_ = name;
  }

  // Items older than the latest by more than this are dropped.
  int get_maximum_item_age() const {
    std::lock_guard lock(mutex_);
    return maximum_item_age_;
  }
  void set_maximum_item_age(int age) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    maximum_item_age_ = std::max(age, 0);
    drop_aged();
  }
  void remove_aged_items() {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(mutex_);
#endif
    drop_aged();
  }

  int get_maximum_item_count() const {
    std::lock_guard lock(mutex_);
    return maximum_item_count_;
  }
  void set_maximum_item_count(int count) {
    std::lock_guard lock(mutex_);
    maximum_item_count_ = std::max(count, 0);
    drop_surplus();
  }

  void add(int period, double value) {
    std::lock_guard lock(mutex_);
    const auto place = find(period);
    if (is_at(place, period)) throw std::invalid_argument("TimeSeries: the period is there");
    items_.insert(place, {period, value});
    drop_surplus();
    drop_aged();
  }
  // Returns the value that was overwritten.
  std::optional<double> add_or_update(int period, double value) {
    std::lock_guard lock(mutex_);
    const auto place = find(period);
    if (is_at(place, period)) return std::exchange(place->value, value);
    add(period, value);
    return std::nullopt;
  }
  void add_and_or_update(const TimeSeries& other) {
    std::scoped_lock lock(mutex_, other.mutex_);
    const std::vector<Item> added = other.items_;
    for (const auto& [period, value] : added) add_or_update(period, value);
  }
  void update(int period, double value) {
    std::lock_guard lock(mutex_);
    const auto place = find(period);
    if (!is_at(place, period)) throw std::invalid_argument("TimeSeries: no such period");
    place->value = value;
  }
  void update_by_index(int index, double value) {
    std::lock_guard lock(mutex_);
    items_.at(static_cast<std::size_t>(index)).value = value;
  }

  bool remove(int period) {
    std::lock_guard lock(mutex_);
    const auto place = find(period);
    if (!is_at(place, period)) return false;
    items_.erase(place);
    return true;
  }
  void delete_range(int start, int end) {
    std::lock_guard lock(mutex_);
    if (start < 0 || start > end || end >= count()) throw std::out_of_range("TimeSeries: range");
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
  int get_index(int period) const {
    std::lock_guard lock(mutex_);
    for (int index = 0; index < count(); ++index) {
      if (items_[static_cast<std::size_t>(index)].period == period) return index;
    }
    return -1;
  }
  std::optional<double> get_value(int period) const {
    std::lock_guard lock(mutex_);
    const int index = get_index(period);
    return index < 0 ? std::nullopt : std::optional(get_value_by_index(index));
  }
  double get_value_by_index(int index) const {
    std::lock_guard lock(mutex_);
    return items_.at(static_cast<std::size_t>(index)).value;
  }
  int get_time_period(int index) const {
    std::lock_guard lock(mutex_);
    return items_.at(static_cast<std::size_t>(index)).period;
  }
  int get_next_time_period() const {
    std::lock_guard lock(mutex_);
    return get_time_period(count() - 1) + 1;
  }
  std::vector<int> get_time_periods() const {
    std::lock_guard lock(mutex_);
    std::vector<int> periods;
    for (const Item& item : items_) periods.push_back(item.period);
    return periods;
  }
  std::vector<int> get_time_periods_unique_to_other(const TimeSeries& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    std::vector<int> periods;
    for (const Item& item : other.items_) {
      if (get_index(item.period) < 0) periods.push_back(item.period);
    }
    return periods;
  }
  double get_min_value() const {
    std::lock_guard lock(mutex_);
    double result = items_.at(0).value;
    for (const Item& item : items_) result = std::min(result, item.value);
    return result;
  }
  double get_max_value() const {
    std::lock_guard lock(mutex_);
    double result = items_.at(0).value;
    for (const Item& item : items_) result = std::max(result, item.value);
    return result;
  }
  bool equals(const TimeSeries& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return name_ == other.name_ && items_ == other.items_;
  }

  SUBJECTS_PROPERTY(std::string, description, "")
  SUBJECTS_PROPERTY(std::string, domain_description, "time")
  SUBJECTS_PROPERTY(std::string, range_description, "value")
  SUBJECTS_FLAG(notify, true)

 private:
  struct Item {
    int period;
    double value;
    bool operator==(const Item&) const = default;
  };
  using Place = std::vector<Item>::iterator;

  int count() const { return static_cast<int>(items_.size()); }

  Place find(int period) {
    return std::lower_bound(items_.begin(), items_.end(), period,
                            [](const Item& item, int wanted) { return item.period < wanted; });
  }
  bool is_at(Place place, int period) const { return place != items_.end() && place->period == period; }

  void drop_surplus() {
    if (count() > maximum_item_count_) items_.erase(items_.begin(), items_.end() - maximum_item_count_);
  }
  void drop_aged() {
    if (items_.empty()) return;
    const long oldest = static_cast<long>(items_.back().period) - maximum_item_age_;
    const auto aged = [oldest](const Item& item) { return item.period < oldest; };
    items_.erase(items_.begin(), std::find_if_not(items_.begin(), items_.end(), aged));
  }

  mutable std::recursive_mutex mutex_;
  std::string name_;
  int maximum_item_age_ = 1000;
  int maximum_item_count_ = 1000;
  std::vector<Item> items_;
};

}  // namespace subjects
