// A data race, as people read of it: facts of the execution in which it was seen.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/past_deed.h"

namespace heddle {

struct HeldLock {
  Location lock;
  SiteId site = kNoSite;
  bool for_reading = false;
};

struct RacingAccess {
  ThreadId thread = kNoThread;
  bool writes = false;
  bool atomic = false;
  bool is_volatile = false;
  bool frees = false;      // the whole block, which counts as a write
  bool allocates = false;  // the same; no step of its own, but right after the one that is told
  // What is done to a synchronisation object: its initialisation and its end write it, all else reads it.
  OperationKind deed = OperationKind::kNone;
  std::uint8_t size = 0;  // 255 stands for 255 or more
  SiteId site = kNoSite;
  std::uint64_t step = 0;
  std::vector<HeldLock> held;
  std::vector<SiteId> stack;  // innermost first; empty: not known
  PastDeed created;           // its thread

  std::uint64_t signature() const {
    return std::uint64_t{site} << 2 | (writes ? 2u : 0u) | (atomic ? 0u : 1u);
  }
};

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

struct DataRace {
  RacingAccess first, second;  // in this execution
  bool first_goes_on = true;   // its thread takes further steps after the second access
  Location place;              // where both touch memory
  PastDeed allocated;          // the block of the heap that it lies in
  RaceLocks locks = RaceLocks::kNone;
  Location common_lock;
  RaceOrder order = RaceOrder::kNothingReleased;
  SiteId release_site = kNoSite;      // of what the first thread released last after its access
  SiteId acquisition_site = kNoSite;  // of what the second one acquired last since then

  // Of the place, as it is named. A variable that races with a copy of the structure around it is still that
  // variable; of a synchronisation object no part is meant.
  std::uint8_t named_size() const {
    const bool on_object = first.deed != OperationKind::kNone || second.deed != OperationKind::kNone;
    return on_object ? 0 : std::min(first.size, second.size);
  }
};

}  // namespace heddle
