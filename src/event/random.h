// The only source of randomness: seeded, small, and the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "event/hash.h"

namespace heddle {

// xoshiro256** by Blackman and Vigna (public domain algorithm), seeded through mix().
class Random {
 public:
  explicit Random(std::uint64_t seed = 1) { reseed(seed); }

  void reseed(std::uint64_t seed) {
    for (std::uint64_t& word : state_) word = mix(seed += 0x9e3779b97f4a7c15ull);
  }

  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // Uniform in [0, bound); bound must not be 0. The bias is below bound / 2^64.
  std::uint64_t below(std::uint64_t bound) {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
  }

  // Uniform in [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  template <typename Range>
  void shuffle(Range& range) {
    for (std::size_t i = range.size(); i > 1; --i) std::swap(range[i - 1], range[below(i)]);
  }

  bool coin() { return (next() >> 63) != 0; }

 private:
  static std::uint64_t rotate(std::uint64_t value, int bits) {
    return (value << bits) | (value >> (64 - bits));
  }

  std::uint64_t state_[4];
};

// Of the strategy's choices in an execution: a pure function, so that any execution can be run again without
// those before it.
inline std::uint64_t seed_of_execution(std::uint64_t seed, std::uint64_t execution) {
  return combine(mix(seed), execution);
}

}  // namespace heddle
