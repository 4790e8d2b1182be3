// java.util.Hashtable: its methods are synchronized themselves, on a lock that is re-entrant. What others
// than the threads call as well is never inlined, so that a lock statement is one place in the program.
#pragma once

#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "support/operand.h"

namespace subjects {

class Hashtable {
 public:
  using Entries = std::vector<std::pair<int, int>>;

  Hashtable() = default;
  Hashtable(const Hashtable& other) {
    for (const auto& [key, value] : other.entry_set()) put(key, value);
  }

  [[gnu::noinline]] std::size_t size() const {
    std::lock_guard lock(mutex_);
    return table_.size();
  }
  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return table_.empty();
  }
  [[gnu::noinline]] std::optional<int> get(int key) const {
    std::lock_guard lock(mutex_);
    const auto entry = table_.find(key);
    return entry == table_.end() ? std::nullopt : std::optional(entry->second);
  }
  int get_or_default(int key, int value) const {
    std::lock_guard lock(mutex_);
    return get(key).value_or(value);
  }
  bool contains_key(int key) const {
    std::lock_guard lock(mutex_);
    return table_.contains(key);
  }
  bool contains(int value) const {
    std::lock_guard lock(mutex_);
    for (const auto& entry : table_) {
      if (entry.second == value) return true;
    }
    return false;
  }

  [[gnu::noinline]] Entries entry_set() const {
    std::lock_guard lock(mutex_);
    return {table_.begin(), table_.end()};
  }
  std::vector<int> key_set() const {
    std::lock_guard lock(mutex_);
    std::vector<int> keys;
    for (const auto& entry : table_) keys.push_back(entry.first);
    return keys;
  }
  std::vector<int> values() const {
    std::lock_guard lock(mutex_);
    std::vector<int> values;
    for (const auto& entry : table_) values.push_back(entry.second);
    return values;
  }
  int hash_code() const {
    std::lock_guard lock(mutex_);
    unsigned hash = 0;
    for (const auto& [key, value] : table_) hash += static_cast<unsigned>(key) ^ static_cast<unsigned>(value);
    return static_cast<int>(hash);
  }
  std::string to_string() const {
    std::lock_guard lock(mutex_);
    std::string text;
    for (const auto& [key, value] : table_) text += std::to_string(key) + "=" + std::to_string(value) + " ";
    return text;
  }

  [[gnu::noinline]] std::optional<int> put(int key, int value) {
    std::lock_guard lock(mutex_);
    const auto [entry, added] = table_.try_emplace(key, value);
    return added ? std::nullopt : std::optional(std::exchange(entry->second, value));
  }
  void put_if_absent(int key, int value) {
    std::lock_guard lock(mutex_);
    table_.try_emplace(key, value);
  }
  bool replace(int key, int value) {
    std::lock_guard lock(mutex_);
    const auto entry = table_.find(key);
    if (entry == table_.end()) return false;
    entry->second = value;
    return true;
  }
  bool replace_value(int key, int old_value, int value) {
    std::lock_guard lock(mutex_);
    const auto entry = table_.find(key);
    if (entry == table_.end() || entry->second != old_value) return false;
    entry->second = value;
    return true;
  }
  void replace_all(int (*function)(int value)) {
    std::lock_guard lock(mutex_);
    for (auto& entry : table_) entry.second = function(entry.second);
  }
  void merge(int key, int value) {
    std::lock_guard lock(mutex_);
    table_[key] += value;
  }
  void compute_if_present(int key, int (*function)(int value)) {
    std::lock_guard lock(mutex_);
    const auto entry = table_.find(key);
    if (entry != table_.end()) entry->second = function(entry->second);
  }
  bool remove(int key) {
    std::lock_guard lock(mutex_);
    return table_.erase(key) == 1;
  }
  bool remove_value(int key, int value) {
    std::lock_guard lock(mutex_);
    const auto entry = table_.find(key);
    if (entry == table_.end() || entry->second != value) return false;
    table_.erase(entry);
    return true;
  }
  void clear() {
    std::lock_guard lock(mutex_);
    table_.clear();
  }

  void put_all(const Hashtable& other) {
    Operand<Hashtable> operand(other);
    std::lock_guard lock(mutex_);
    for (const auto& [key, value] : operand.entry_set()) put(key, value);
  }
  bool equals(const Hashtable& other) const {
    Operand<Hashtable> operand(other);
    std::lock_guard lock(mutex_);
    if (operand.size() != table_.size()) return false;
    for (const auto& [key, value] : table_) {
      if (operand.get(key) != value) return false;
    }
    return true;
  }

 private:
  mutable std::recursive_mutex mutex_;
  std::unordered_map<int, int> table_;
};

}  // namespace subjects
