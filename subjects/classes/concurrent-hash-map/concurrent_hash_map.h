// A hash map in segments with a lock each, after java.util.concurrent.ConcurrentHashMap. What concerns all
// keys holds all locks. Bug: replace_if() compares the value and then puts the new one, with the segment's
// lock in each step but not between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace subjects {

class ConcurrentHashMap {
 public:
  ConcurrentHashMap() = default;
  ConcurrentHashMap(const ConcurrentHashMap&) = delete;
  ConcurrentHashMap& operator=(const ConcurrentHashMap&) = delete;

  std::optional<int> get(int key) const {
    const Segment& segment = segment_of(key);
    std::lock_guard lock(segment.mutex);
    const auto entry = segment.entries.find(key);
    return entry == segment.entries.end() ? std::nullopt : std::optional(entry->second);
  }
  int get_or_default(int key, int value) const { return get(key).value_or(value); }
  bool contains_key(int key) const { return get(key).has_value(); }

  // Returns the value that the key had before, as the next ones do.
  std::optional<int> put(int key, int value) {
    Segment& segment = segment_of(key);
    std::lock_guard lock(segment.mutex);
    const std::optional<int> before = get(key);
    segment.entries[key] = value;
    return before;
  }
  std::optional<int> put_if_absent(int key, int value) {
    std::lock_guard lock(segment_of(key).mutex);
    const std::optional<int> present = get(key);
    return present ? present : put(key, value);
  }
  std::optional<int> replace(int key, int value) {
    std::lock_guard lock(segment_of(key).mutex);
    return contains_key(key) ? put(key, value) : std::nullopt;
  }
  std::optional<int> add_to(int key, int summand) {
    std::lock_guard lock(segment_of(key).mutex);
    return put(key, get_or_default(key, 0) + summand);
  }
  std::optional<int> remove(int key) {
    Segment& segment = segment_of(key);
    std::lock_guard lock(segment.mutex);
    const std::optional<int> before = get(key);
    segment.entries.erase(key);
    return before;
  }

  // False if the key has another value.
  bool replace_if(int key, int expected, int value) {
#ifdef HEDDLE_FIXED
    std::lock_guard lock(segment_of(key).mutex);
#endif
    if (get(key) != expected) return false;
    put(key, value);
    return true;
  }
  bool remove_if(int key, int expected) {
    std::lock_guard lock(segment_of(key).mutex);
    if (get(key) != expected) return false;
    remove(key);
    return true;
  }

  int size() const { return static_cast<int>(entry_set().size()); }
  bool is_empty() const { return size() == 0; }
  bool contains_value(int value) const {
    const std::vector<int> present = values();
    return std::find(present.begin(), present.end(), value) != present.end();
  }
  bool contains(int value) const { return contains_value(value); }
  void clear() {
    const AllLocks locks(*this);
    for (Segment& segment : segments_) segment.entries.clear();
  }

  std::map<int, int> entry_set() const {
    const AllLocks locks(*this);
    std::map<int, int> all;
    for (const Segment& segment : segments_) all.insert(segment.entries.begin(), segment.entries.end());
    return all;
  }
  std::vector<int> key_set() const {
    std::vector<int> keys;
    for (const auto& entry : entry_set()) keys.push_back(entry.first);
    return keys;
  }
  std::vector<int> values() const {
    std::vector<int> values;
    for (const auto& entry : entry_set()) values.push_back(entry.second);
    return values;
  }
  int hash_code() const {
    unsigned hash = 0;
    for (const auto& [key, value] : entry_set())
      hash += static_cast<unsigned>(key) ^ static_cast<unsigned>(value);
    return static_cast<int>(hash);
  }
  std::string to_string() const {
    std::string text;
    for (const auto& [key, value] : entry_set())
      text += std::to_string(key) + "=" + std::to_string(value) + " ";
    return text;
  }

 private:
  static constexpr std::size_t kSegments = 4;

  struct Segment {
    mutable std::recursive_mutex mutex;
    std::map<int, int> entries;
  };

  // The locks of all segments, in one order.
  class AllLocks {
   public:
    explicit AllLocks(const ConcurrentHashMap& map) {
      for (std::size_t i = 0; i < kSegments; ++i) locks_[i] = std::unique_lock(map.segments_[i].mutex);
    }

   private:
    std::array<std::unique_lock<std::recursive_mutex>, kSegments> locks_;
  };

  Segment& segment_of(int key) { return segments_[static_cast<unsigned>(key) % kSegments]; }
  const Segment& segment_of(int key) const { return segments_[static_cast<unsigned>(key) % kSegments]; }

  std::array<Segment, kSegments> segments_;
};

}  // namespace subjects
