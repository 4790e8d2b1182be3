#include "analysis/pattern_set.h"

#include <utility>

namespace heddle {

bool PatternSet::insert(const Pattern& pattern) {
  if (size_ * 4 >= slots_.size() * 3) grow();
  const std::uint64_t key = pattern.key();
  std::uint64_t& slot = slots_[slot_of(key)];
  if (slot == key) return false;
  slot = key;
  ++size_;
  ++counts_[pattern.id];
  return true;
}

bool PatternSet::contains(std::uint64_t key) const {
  return !slots_.empty() && slots_[slot_of(key)] == key;
}

// Where it is, or else where it belongs.
std::size_t PatternSet::slot_of(std::uint64_t key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = key & mask;
  while (slots_[slot] != 0 && slots_[slot] != key) slot = (slot + 1) & mask;
  return slot;
}

void PatternSet::grow() {
  const std::size_t slots = slots_.empty() ? 16 : slots_.size() * 2;
  const std::vector<std::uint64_t> before = std::exchange(slots_, std::vector<std::uint64_t>(slots));
  for (const std::uint64_t key : before)
    if (key != 0) slots_[slot_of(key)] = key;
}

}  // namespace heddle
