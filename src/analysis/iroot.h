// Interleaving roots (iRoots) of Maple: a few dependences between two threads, told by static events alone,
// that a bug may need. Five idioms; X and Y are locations, T1 and T2 threads, `->` is a dependence:
//
//    1  e0(T1,X) -> e1(T2,X)                               or an unlock -> the next lock
//    2  e0(T1,X) -> e1(T2,X) -> e2(T1,X)
//    3  e0(T1,X) -> e1(T2,X),  e2(T2,X) -> e3(T1,X)
//    4  e0(T1,X) -> e1(T2,X),  e2(T2,Y) -> e3(T1,Y)
//    5  e0(T1,X) -> e2(T2,X),  e1(T2,Y) -> e3(T1,Y)        T2 does e1 before e2, T1 e0 before e3: they cross
//
// Events are numbered in the order in which they have to happen; of idiom 5 the last two may change places.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "event/hash.h"
#include "event/operation.h"

namespace heddle {

// A place in the program and what it does there, in any execution: kRead, kWrite (atomic updates too), kLock
// or kUnlock.
struct StaticEvent {
  SiteId site = kNoSite;
  OperationKind kind = OperationKind::kNone;

  friend bool operator==(const StaticEvent&, const StaticEvent&) = default;
};

struct IRoot {
  std::uint8_t idiom = 0;  // 1 to 5
  std::array<StaticEvent, 4> events = {};

  std::size_t size() const { return idiom <= 1 ? 2 : idiom == 2 ? 3 : 4; }
  std::uint64_t key() const {
    std::uint64_t hash = idiom;
    for (std::size_t i = 0; i < size(); ++i)
      hash = combine(hash, std::uint64_t{events[i].site} << 8 | static_cast<std::uint64_t>(events[i].kind));
    return hash;
  }
  friend bool operator==(const IRoot&, const IRoot&) = default;
};

inline constexpr std::uint8_t kIdioms = 5;

// Which idioms, a bit for each: bit 1 is idiom 1.
using IdiomSet = std::uint8_t;
inline constexpr IdiomSet kAllIdioms = 0b111110;
constexpr bool contains(IdiomSet idioms, std::uint8_t idiom) {
  return ((idioms >> idiom) & 1) != 0;
}

// Which of the two threads performs each event: 0 is T1.
constexpr std::uint8_t role_of(std::uint8_t idiom, std::size_t event) {
  constexpr std::uint8_t kRoles[kIdioms + 1][4] = {{0, 0, 0, 0}, {0, 1, 0, 0}, {0, 1, 0, 0},
                                                   {0, 1, 1, 0}, {0, 1, 1, 0}, {0, 1, 1, 0}};
  return kRoles[idiom][event];
}

// Which of the two locations each event is at: 0 is X.
constexpr std::uint8_t place_of(std::uint8_t idiom, std::size_t event) {
  constexpr std::uint8_t kPlaces[kIdioms + 1][4] = {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 0, 0, 0},
                                                    {0, 0, 0, 0}, {0, 0, 1, 1}, {0, 1, 0, 1}};
  return kPlaces[idiom][event];
}

}  // namespace heddle
