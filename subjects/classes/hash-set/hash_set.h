// A hash set whose methods all hold its lock.
// Bug: add() asks contains() and then inserts, with the lock in each step but not between them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

namespace subjects {

class HashSet {
 public:
  HashSet() = default;
  HashSet(const HashSet&) = delete;
  HashSet& operator=(const HashSet&) = delete;

  // False if the element is there already.
  bool add(int element) {
#ifdef HEDDLE_FIXED
    std::lock_guard whole(mutex_);
#endif
    if (contains(element)) return false;
    std::lock_guard lock(mutex_);
    bucket_of(element).push_back(element);
    return true;
  }

  // False if the element is not there.
  bool remove(int element) {
    std::lock_guard lock(mutex_);
    std::vector<int>& bucket = bucket_of(element);
    const auto place = std::find(bucket.begin(), bucket.end(), element);
    if (place == bucket.end()) return false;
    bucket.erase(place);
    return true;
  }

  bool contains(int element) const {
    std::lock_guard lock(mutex_);
    const std::vector<int>& bucket = buckets_[index_of(element)];
    return std::find(bucket.begin(), bucket.end(), element) != bucket.end();
  }

  int size() const {
    std::lock_guard lock(mutex_);
    std::size_t size = 0;
    for (const auto& bucket : buckets_) size += bucket.size();
    return static_cast<int>(size);
  }

  bool is_empty() const {
    std::lock_guard lock(mutex_);
    return size() == 0;
  }

  void clear() {
    std::lock_guard lock(mutex_);
    for (auto& bucket : buckets_) bucket.clear();
  }

  std::vector<int> to_array() const {
    std::lock_guard lock(mutex_);
    std::vector<int> elements;
    for (const auto& bucket : buckets_) elements.insert(elements.end(), bucket.begin(), bucket.end());
    std::sort(elements.begin(), elements.end());
    return elements;
  }

  bool equals(const HashSet& other) const {
    std::scoped_lock lock(mutex_, other.mutex_);
    return to_array() == other.to_array();
  }

 private:
  static constexpr std::size_t kBuckets = 8;

  static std::size_t index_of(int element) { return static_cast<unsigned>(element) % kBuckets; }
  std::vector<int>& bucket_of(int element) { return buckets_[index_of(element)]; }

  mutable std::recursive_mutex mutex_;
  std::array<std::vector<int>, kBuckets> buckets_;
};

}  // namespace subjects
