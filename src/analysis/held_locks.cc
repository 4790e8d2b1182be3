#include "analysis/held_locks.h"

#include <algorithm>

namespace heddle {

bool are_disjoint(const LockSet& one, const LockSet& other) {
  for (const Guard& mine : one)
    for (const Guard& theirs : other)
      if (mine.lock == theirs.lock && !(mine.shared && theirs.shared)) return false;
  return true;
}

LockSet held_throughout(const LockSet& before, const LockSet& after) {
  LockSet both;
  for (const Guard& each : before)
    if (std::find(after.begin(), after.end(), each) != after.end()) both.push_back(each);
  return both;
}

std::uint32_t HeldLocks::add(const Event& event) {
  const std::uint32_t place = place_++;
  LockSet& own = at(event.thread);
  if (is_lock_action(event)) {
    own.push_back({event.location, is_shared_acquisition(event.kind), acquisitions_});
    return acquisitions_++;
  }
  if (event.kind == OperationKind::kUnlock && event.detail == 0) return release(own, event.location);
  if (event.kind != OperationKind::kWait) return kNone;
  const auto retaken = waits_.retaken(place);
  return retaken ? release(own, retaken->mutex) : kNone;
}

std::uint32_t HeldLocks::release(LockSet& held, LocationId lock) {
  for (std::size_t i = held.size(); i-- > 0;) {
    if (held[i].lock != lock) continue;
    const std::uint32_t acquisition = held[i].acquisition;
    held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
    return acquisition;
  }
  return kNone;
}

}  // namespace heddle
