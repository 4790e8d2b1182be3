// Finds the elements of a vector by a key that they hold. Five to 5.6 bytes for an element, and copied as one
// piece of memory: it stands in the state that a search copies for every prefix of a schedule.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heddle {

class DenseIndex {
 public:
  static constexpr std::uint32_t kAbsent = 0xffff'ffff;

  // The position of the element with this hash for which `matches(position)` holds.
  template <typename Matches>
  std::uint32_t find(std::uint64_t hash, const Matches& matches) const {
    if (slots_.empty()) return kAbsent;
    std::size_t slot = home_of(hash);
    while (slots_[slot] != kAbsent && !matches(slots_[slot])) slot = slot_after(slot);
    return slots_[slot];
  }

  // Adds the element at the next position. `hash_at(position)` gives the hash of any element so far, this one
  // included.
  template <typename HashAt>
  void append(const HashAt& hash_at) {
    const std::uint32_t position = size_++;
    if (std::uint64_t{size_} * 5 <= std::uint64_t{slots_.size()} * 4)
      return place(position, hash_at(position));
    slots_.assign(std::max<std::size_t>(8, slots_.size() + slots_.size() / 8), kAbsent);
    for (std::uint32_t each = 0; each < size_; ++each) place(each, hash_at(each));
  }

  std::size_t bytes() const { return slots_.capacity() * sizeof(std::uint32_t); }

 private:
  std::size_t home_of(std::uint64_t hash) const {
    return static_cast<std::size_t>(((hash >> 32) * slots_.size()) >> 32);
  }
  std::size_t slot_after(std::size_t slot) const { return slot + 1 == slots_.size() ? 0 : slot + 1; }
  void place(std::uint32_t position, std::uint64_t hash) {
    std::size_t slot = home_of(hash);
    while (slots_[slot] != kAbsent) slot = slot_after(slot);
    slots_[slot] = position;
  }

  std::vector<std::uint32_t> slots_;  // positions, each at or behind the home of its hash
  std::uint32_t size_ = 0;
};

// push_back that leaves little unused.
template <typename Element>
void append_sparingly(std::vector<Element>& elements, const Element& element) {
  if (elements.size() == elements.capacity()) elements.reserve(elements.size() + elements.size() / 32 + 2);
  elements.push_back(element);
}

}  // namespace heddle
