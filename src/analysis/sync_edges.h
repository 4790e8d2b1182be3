// What orders the threads of an execution: pairs of events of different threads, of which the first happens
// before the second because the program synchronises there.
//
// They come from happens_before.h, as the race detector's clocks do, so that nothing is claimed that it does
// not know. So a signal of a condition variable is no reason by itself: the mutex orders, and the edge of a
// signal leads to where the woken thread takes that mutex again, if the signaller held it. Fences,
// descriptors and futexes have no edges.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "event/location.h"
#include "event/operation.h"

namespace heddle {

struct SyncEdge {
  std::uint32_t from = 0;  // indices of events
  std::uint32_t to = 0;

  friend bool operator==(const SyncEdge&, const SyncEdge&) = default;
};

// All events of an execution, from its start. Ordered by `to`, then `from`; from each thread at most one, the
// latest, leads to an event. `locations`, by LocationId from 1, tell which atomics share bytes; where they
// are not given, none of different locations do.
std::vector<SyncEdge> sync_edges(std::span<const Event> events, std::span<const Location> locations = {});

}  // namespace heddle
