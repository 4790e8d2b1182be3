#include "detect/race_reason.h"

namespace heddle {

namespace {

RaceOrder order_of(const Race& race) {
  const SyncNote& release = race.last_release_of_first;
  const SyncNote& acquisition = race.last_acquisition_of_second;
  if (release.kind == OperationKind::kNone || release.event <= race.first.event)
    return RaceOrder::kNothingReleased;
  if (acquisition.kind == OperationKind::kNone || acquisition.event <= race.first.event)
    return RaceOrder::kNothingAcquired;
  // Creating and joining threads, and fences, have no object.
  if (release.object == 0 || release.object != acquisition.object) return RaceOrder::kDifferentObjects;
  return acquisition.event < release.event ? RaceOrder::kTooEarly : RaceOrder::kNotHandedOver;
}

}  // namespace

RaceReason reason_of(const Race& race, const LockSet& held_by_first, const LockSet& held_by_second) {
  RaceReason reason;
  reason.order = order_of(race);
  if (held_by_first.empty() || held_by_second.empty()) {
    if (!held_by_first.empty()) reason.locks = RaceLocks::kOnlyFirst;
    if (!held_by_second.empty()) reason.locks = RaceLocks::kOnlySecond;
    return reason;
  }
  reason.locks = RaceLocks::kDifferent;
  for (const Guard& one : held_by_first)
    for (const Guard& other : held_by_second) {
      if (one.lock != other.lock || reason.locks == RaceLocks::kCommon) continue;
      reason.locks = one.shared && other.shared ? RaceLocks::kForReading : RaceLocks::kCommon;
      reason.common_lock = one.lock;
    }
  return reason;
}

}  // namespace heddle
