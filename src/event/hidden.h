// What makes the course of a thread depend on others and is no operation, or does not show in one: whoever
// claims to have tried every order has to know that there was some of it.
#pragma once

#include <cstdint>

namespace heddle {

enum class Hidden : std::uint8_t {
  kTimeLimit,  // a wait could end by time
  kClock,      // somebody read the clock, which moves with what all threads do
  kRandom,     // ... or took random numbers, which all threads take from one stream
  kByItself,   // a wait could end by itself
  kOldStore,   // an atomic operation was to see a store that is no longer kept
  // A compare_exchange_weak could have failed for no reason: it did not, and who chooses stores by itself
  // (Needs::every_store) never lets it.
  kWeakExchange,
  kTry,  // an operation looked at others and did not wait: of a kind that usually does
  kCount
};

// A set of them.
using HiddenSet = std::uint8_t;
static_assert(static_cast<unsigned>(Hidden::kCount) <= 8);
constexpr HiddenSet set_of(Hidden hidden) {
  return static_cast<HiddenSet>(1u << static_cast<unsigned>(hidden));
}

}  // namespace heddle
