// Why nothing orders the two accesses of a race: facts to be put into words by report/. Each is true of the
// execution in which the race was seen.
#pragma once

#include <cstdint>

#include "analysis/held_locks.h"
#include "detect/race.h"

namespace heddle {

enum class RaceLocks : std::uint8_t {
  kNone,        // neither held a lock
  kOnlyFirst,   // the second held none
  kOnlySecond,  // the first held none
  kDifferent,   // both held locks, but none in common
  kForReading,  // a lock in common, held by both for reading only
  kCommon,      // a lock in common that one of them held for writing: then it was not held throughout
};

enum class RaceOrder : std::uint8_t {
  kNothingReleased,   // the first thread released nothing after its access
  kNothingAcquired,   // it did, but the second thread acquired nothing after the first access
  kDifferentObjects,  // it acquired, but last from another object than the first thread released last
  kTooEarly,          // from the same object, but before the release
  kNotHandedOver,     // and after it: the value that it read was not the released one
};

struct RaceReason {
  RaceLocks locks = RaceLocks::kNone;
  LocationId common_lock = kNoLocation;
  RaceOrder order = RaceOrder::kNothingReleased;
};

// The locks that each thread held at its access (analysis/held_locks.h tells them from the events).
RaceReason reason_of(const Race& race, const LockSet& held_by_first, const LockSet& held_by_second);

}  // namespace heddle
