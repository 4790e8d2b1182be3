// Java's Collections.synchronizedMap: a map whose methods all hold its lock, which is re-entrant.
// Bug: put_all() and equals() hold their own map's lock and take the other's.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace subjects {

class SynchronizedMap {
 public:
  SynchronizedMap() = default;
  SynchronizedMap(const SynchronizedMap&) = delete;
  SynchronizedMap& operator=(const SynchronizedMap&) = delete;

  int size() const {
    std::lock_guard lock(mutex_);
    return static_cast<int>(map_.size());
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return map_.empty();
  }
  bool contains_key(int key) const {
    std::lock_guard lock(mutex_);
    return map_.contains(key);
  }
  bool contains_value(int value) const {
    std::lock_guard lock(mutex_);
    for (const auto& entry : map_) {
      if (entry.second == value) return true;
    }
    return false;
  }
  std::optional<int> get(int key) const {
    std::lock_guard lock(mutex_);
    const auto entry = map_.find(key);
    return entry == map_.end() ? std::nullopt : std::optional(entry->second);
  }

  // Returns the value that the key had before.
  std::optional<int> put(int key, int value) {
    std::lock_guard lock(mutex_);
    const std::optional<int> before = get(key);
    map_[key] = value;
    return before;
  }
  std::optional<int> remove(int key) {
    std::lock_guard lock(mutex_);
    const std::optional<int> before = get(key);
    map_.erase(key);
    return before;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    map_.clear();
  }

  void put_all(const SynchronizedMap& other) {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#else
    std::lock_guard lock(mutex_);
    std::lock_guard lock_of_other(other.mutex_);
#endif
    for (const auto& [key, value] : other.map_) map_[key] = value;
  }
  bool equals(const SynchronizedMap& other) const {
#ifdef HEDDLE_FIXED
    std::scoped_lock lock(mutex_, other.mutex_);
#else
    std::lock_guard lock(mutex_);
    std::lock_guard lock_of_other(other.mutex_);
#endif
    return map_ == other.map_;
  }

  std::vector<int> key_set() const {
    std::lock_guard lock(mutex_);
    std::vector<int> keys;
    for (const auto& entry : map_) keys.push_back(entry.first);
    return keys;
  }
  std::vector<int> values() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const auto& entry : map_) values.push_back(entry.second);
    return values;
  }
  std::map<int, int> entry_set() const {
    std::lock_guard lock(mutex_);
    return map_;
  }
  int hash_code() const {
    std::lock_guard lock(mutex_);
    unsigned hash = 0;
    for (const auto& [key, value] : map_) hash += static_cast<unsigned>(key) ^ static_cast<unsigned>(value);
    return static_cast<int>(hash);
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& [key, value] : map_) text += std::to_string(key) + "=" + std::to_string(value) + " ";
    return text;
  }

 private:
  mutable std::recursive_mutex mutex_;
  std::map<int, int> map_;
};

}  // namespace subjects
