// From addresses to small numbers, emptied between executions without touching its memory: an entry counts
// only if it carries the stamp of this execution.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/hash.h"

namespace heddle {

class StampedIndex {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  void begin() {
    count_ = 0;
    if (++stamp_ != 0) return;
    for (Entry& entry : entries_) entry.stamp = 0;
    stamp_ = 1;
  }

  // Has its first memory.
  void prepare() {
    if (entries_.empty()) grow();
  }
  std::size_t size() const { return count_; }

  std::uint32_t find(std::uint64_t key) const {
    if (entries_.empty()) return kNone;
    const Entry& entry = entries_[place_of(key)];
    return entry.stamp == stamp_ ? entry.value : kNone;
  }

  // The key must not be there yet.
  void insert(std::uint64_t key, std::uint32_t value) {
    if ((count_ + 1) * 2 > entries_.size()) grow();
    entries_[place_of(key)] = {key, value, stamp_};
    ++count_;
  }

  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const Entry& entry : entries_)
      if (entry.stamp == stamp_) visit(entry.key, entry.value);
  }

 private:
  struct Entry {
    std::uint64_t key = 0;
    std::uint32_t value = 0;
    std::uint32_t stamp = 0;
  };
  static constexpr std::size_t kFirstSize = 256;

  // Where the key is, or would be.
  std::size_t place_of(std::uint64_t key) const {
    const std::size_t mask = entries_.size() - 1;
    std::size_t place = mix(key) & mask;
    while (entries_[place].stamp == stamp_ && entries_[place].key != key) place = (place + 1) & mask;
    return place;
  }
  void grow() {
    std::vector<Entry> before(entries_.empty() ? kFirstSize : 2 * entries_.size());
    before.swap(entries_);
    for (const Entry& entry : before)
      if (entry.stamp == stamp_) entries_[place_of(entry.key)] = entry;
  }

  std::vector<Entry> entries_;
  std::size_t count_ = 0;
  std::uint32_t stamp_ = 1;
};

}  // namespace heddle
