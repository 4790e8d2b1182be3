// When locks are taken and given up, by whom.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "event/operation.h"

namespace heddle {

enum class LockChangeKind : std::uint8_t { kTaken, kTakenShared, kGivenUp, kGivenUpShared };

struct LockChange {
  std::uint32_t event = 0;
  ThreadId thread = kNoThread;
  LocationId lock = kNoLocation;
  LockChangeKind kind = LockChangeKind::kTaken;

  friend bool operator==(const LockChange&, const LockChange&) = default;
};

// In the order of the events, which are all there are. `held_at_end`: the locks of each thread at the end, if
// that is known. It tells which mutex a condition wait gave up that was still going on then; otherwise that
// is known only of a thread with one mutex.
std::vector<LockChange> lock_changes(std::span<const Event> events,
                                     std::span<const std::vector<LocationId>> held_at_end = {});

}  // namespace heddle
