// Why nothing orders the two accesses of a race: facts to be put into words by report/. Each is true of the
// execution in which the race was seen.
#pragma once

#include <cstdint>

#include "analysis/held_locks.h"
#include "detect/race.h"
#include "event/data_race.h"

namespace heddle {

struct RaceReason {
  RaceLocks locks = RaceLocks::kNone;
  LocationId common_lock = kNoLocation;
  RaceOrder order = RaceOrder::kNothingReleased;
};

// The locks that each thread held at its access (analysis/held_locks.h tells them from the events).
RaceReason reason_of(const Race& race, const LockSet& held_by_first, const LockSet& held_by_second);

}  // namespace heddle
