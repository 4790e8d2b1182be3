// A memory-access pattern as it was found in an execution, and the set of those found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/hash.h"
#include "event/ids.h"

namespace heddle {

inline constexpr std::size_t kPatternIds = 17;
inline constexpr std::uint64_t kPatternFactor = 0x9e3779b97f4a7c15ull;  // any large odd number

// What each element does follows from the id of the pattern: see access_patterns.h.
struct PatternElement {
  std::uint64_t thread_name = 0;  // a hash of it; 0 where thread names are ignored
  SiteId site = kNoSite;
  LocationId location = kNoLocation;

  std::uint64_t hash() const {
    return combine(thread_name * kPatternFactor, (std::uint64_t{site} << 32) | location);
  }

  friend bool operator==(const PatternElement&, const PatternElement&) = default;
};

struct Pattern {
  std::uint8_t id = 0;    // 1 to 17, Table I of the HARS paper
  std::uint8_t size = 0;  // 2 to 4 elements, in the order of the execution
  std::array<PatternElement, 4> elements;

  // Stands for the pattern in every execution of a search; never 0.
  std::uint64_t key() const {
    std::uint64_t hash = mix(id);
    // Each element is mixed by itself: they need not wait for one another.
    for (std::size_t i = 0; i < size; ++i) hash = hash * kPatternFactor + elements[i].hash();
    hash = mix(hash);
    return hash != 0 ? hash : 1;
  }

  friend bool operator==(const Pattern&, const Pattern&) = default;
};

class PatternSet {
 public:
  // Whether it is new.
  bool insert(const Pattern& pattern);

  bool contains(std::uint64_t key) const;
  std::size_t size() const { return size_; }
  std::size_t count(std::uint8_t id) const { return counts_[id]; }

  // In no particular order.
  template <typename Visit>
  void for_each_key(const Visit& visit) const {
    for (const std::uint64_t key : slots_)
      if (key != 0) visit(key);
  }

 private:
  std::size_t slot_of(std::uint64_t key) const;
  void grow();

  std::vector<std::uint64_t> slots_;  // as many as a power of two, or none; 0 is free
  std::size_t size_ = 0;
  std::array<std::size_t, kPatternIds + 1> counts_ = {};  // by id
};

}  // namespace heddle
