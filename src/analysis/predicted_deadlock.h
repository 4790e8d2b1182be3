// A predicted deadlock as it is told outside of the explorer: with names that mean something there.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "event/location.h"
#include "event/wire.h"

namespace heddle {

class LockOrder;

struct PredictedDeadlock {
  // Wants a lock that the next member holds; the last one wants a lock of the first.
  struct Member {
    std::string thread;
    Location lock;  // that it wants
    SiteId site = kNoSite;
    bool shared = false;  // to read
    Location held_lock;   // that the member before it wants
    SiteId held_site = kNoSite;
    bool held_shared = false;
  };

  std::vector<Member> members;
  std::uint64_t execution = 0;  // the first that showed it

  // That the failure would have (Failure::signature()).
  std::uint64_t signature() const;
};

// Shorter ones first. Heap objects that were allocated at the same place are told as one.
std::vector<PredictedDeadlock> predicted_deadlocks(const LockOrder& order, const LocationTable& locations);

void put(Writer& writer, const std::vector<PredictedDeadlock>& deadlocks);
void get(Reader& reader, std::vector<PredictedDeadlock>& deadlocks);

}  // namespace heddle
