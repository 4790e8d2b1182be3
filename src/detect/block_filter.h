// Whether something may lie in a range of addresses: cheap to ask, for most of the memory that a program
// takes and gives back was never of interest. Wrong only in saying yes.
#pragma once

#include <bitset>
#include <cstddef>
#include <cstdint>

namespace heddle {

class BlockFilter {
 public:
  void clear() { blocks_.reset(); }
  void add(std::uint64_t address) { blocks_.set(place_of(address >> kBlockBits)); }
  bool may_lie_in(std::uint64_t start, std::uint64_t size) const {
    const std::uint64_t first = start >> kBlockBits;
    const std::uint64_t last = (start + size - 1) >> kBlockBits;
    if (last - first >= kMostAsked) return blocks_.any();
    for (std::uint64_t block = first; block <= last; ++block)
      if (blocks_.test(place_of(block))) return true;
    return false;
  }

 private:
  static constexpr unsigned kBlockBits = 8;
  static constexpr unsigned kPlaceBits = 13;
  static constexpr std::uint64_t kMostAsked = 64;

  static std::size_t place_of(std::uint64_t block) {
    return static_cast<std::size_t>((block * 0x9e3779b97f4a7c15ull) >> (64 - kPlaceBits));
  }

  std::bitset<std::size_t{1} << kPlaceBits> blocks_;
};

}  // namespace heddle
