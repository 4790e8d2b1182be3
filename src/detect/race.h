// Two accesses that nothing orders: facts, as the detector saw them. Words for people are made by report/.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "detect/access_records.h"
#include "event/hash.h"
#include "event/operation.h"

namespace heddle {

// Something that a thread does, and when: `event` is its number among all of the execution's.
struct Moment {
  ThreadId thread = kNoThread;
  OperationKind kind = OperationKind::kNone;
  SiteId site = kNoSite;
  std::uint32_t event = 0;
};

// A synchronisation: what, and at which object. kNone: there was none.
struct SyncNote {
  OperationKind kind = OperationKind::kNone;
  SiteId site = kNoSite;
  std::uint32_t event = 0;
  std::uint64_t object = 0;
};

struct RaceAccess {
  ThreadId thread = kNoThread;
  AccessKind kind = AccessKind::kRead;
  std::uint8_t size = 0;  // 255 stands for 255 or more
  SiteId site = kNoSite;
  std::uint32_t event = 0;  // the same in a re-execution of the schedule, which can tell the stack
  bool allocates = false;   // no event: it came right after that one
};

// In the place of an event's number, an allocation that came right after it.
inline constexpr std::uint32_t kAllocationAfter = 1u << 31;

struct Race {
  RaceAccess first;  // in this execution
  RaceAccess second;
  std::uint64_t address = 0;  // of the first byte that both touched, as far as the granule goes
  // What the two threads did last before the second access, to tell why nothing orders them.
  SyncNote last_release_of_first;
  SyncNote last_acquisition_of_second;

  // The same pair of lines, whichever came first; kinds of access count, addresses and threads do not.
  std::uint64_t signature() const {
    const auto one = std::uint64_t{first.site} << 2 | static_cast<unsigned>(first.kind);
    const auto other = std::uint64_t{second.site} << 2 | static_cast<unsigned>(second.kind);
    return combine(mix(std::min(one, other)), std::max(one, other));
  }
};

// Remembers up to a fixed number of races by signature.
class RaceSignatures {
 public:
  // Whether it is new. When there is no room left, every one is.
  bool add(std::uint64_t signature) {
    signature |= signature == 0;
    std::size_t place = signature % kPlaces;
    while (signatures_[place] != 0) {
      if (signatures_[place] == signature) return false;
      place = (place + 1) % kPlaces;
    }
    if (count_ == kMost) return true;
    signatures_[place] = signature;
    ++count_;
    return true;
  }
  void clear() {
    signatures_.fill(0);
    count_ = 0;
  }

 private:
  static constexpr std::size_t kPlaces = 4096;
  static constexpr std::size_t kMost = 3072;

  std::array<std::uint64_t, kPlaces> signatures_{};
  std::size_t count_ = 0;
};

}  // namespace heddle
