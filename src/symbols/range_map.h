// Values by the address ranges they cover. Ranges may nest and overlap (nested functions, symbols with
// aliases); the innermost one that covers an address is found.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

namespace heddle::symbols {

template <typename T>
class RangeMap {
 public:
  struct Entry {
    uint64_t low;
    uint64_t high;  // One past the end.
    T value;
    size_t order;
    uint64_t highest_so_far = 0;
  };

  void add(uint64_t low, uint64_t high, T value) {
    if (low < high) entries_.push_back({low, high, std::move(value), entries_.size()});
  }

  // Needed once between the last add() and the first find(). Of equal ranges the one added last is found.
  void seal() {
    // Not stable_sort: with clang, libstdc++'s warns of its own deprecated parts.
    std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
      return std::tie(a.low, b.high, a.order) < std::tie(b.low, a.high, b.order);
    });
    uint64_t highest = 0;
    for (Entry& entry : entries_) {
      highest = std::max(highest, entry.high);
      entry.highest_so_far = highest;
    }
  }

  const Entry* find(uint64_t address) const {
    auto entry = std::upper_bound(entries_.begin(), entries_.end(), address,
                                  [](uint64_t value, const Entry& e) { return value < e.low; });
    while (entry != entries_.begin()) {
      --entry;
      if (address < entry->high) return &*entry;
      if (entry->highest_so_far <= address) return nullptr;
    }
    return nullptr;
  }

  bool empty() const { return entries_.empty(); }
  const std::vector<Entry>& entries() const { return entries_; }

 private:
  std::vector<Entry> entries_;
};

}  // namespace heddle::symbols
