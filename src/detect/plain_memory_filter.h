// Whether an execution may access some bytes otherwise than by atomic operations. Where it does not, atomic
// ones cannot race and need not be remembered. Wrong only in saying yes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "event/location.h"

namespace heddle {

class PlainMemoryFilter {
 public:
  void clear() {
    bits_.fill(0);
    all_ = false;
  }
  void add(std::uint64_t address, std::uint64_t size) {
    if (size > kMostAdded) {
      all_ = true;
      return;
    }
    for_each_granule(address, size, [this](std::size_t place) { bits_[place / 64] |= bit(place); });
  }
  bool may_hold(std::uint64_t address, std::uint64_t size) const {
    bool holds = all_;
    for_each_granule(address, size,
                     [&](std::size_t place) { holds = holds || (bits_[place / 64] & bit(place)) != 0; });
    return holds;
  }

 private:
  static constexpr std::uint64_t kMostAdded = 256;
  static constexpr unsigned kPlaceBits = 12;

  static std::uint64_t bit(std::size_t place) { return std::uint64_t{1} << (place % 64); }
  template <typename Use>
  static void for_each_granule(std::uint64_t address, std::uint64_t size, const Use& use) {
    const std::uint64_t end = address + size;
    for (std::uint64_t granule = address >> kGranuleBits; granule << kGranuleBits < end; ++granule)
      use(static_cast<std::size_t>((granule * 0x9e3779b97f4a7c15ull) >> (64 - kPlaceBits)));
  }

  std::array<std::uint64_t, (std::size_t{1} << kPlaceBits) / 64> bits_{};
  bool all_ = false;  // too much to be told apart
};

}  // namespace heddle
