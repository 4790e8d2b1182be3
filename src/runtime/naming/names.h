// Names for memory: objects that survive a different schedule.
#pragma once

#include <cstdint>

#include "event/location.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

Location name_of(std::uint64_t address);
// Whether it lies in the thread-local storage of the thread.
bool is_in_storage_of(const Thread& thread, std::uint64_t address);
// Whose stack it lies in, or null.
const Thread* owner_of(const Location& location);
// Adds the frame that the address lies in. A thread that has ended has none. Slow.
void name_frame(std::uint64_t address, const Thread& owner, Location& location);

// The id of a synchronisation object or atomic, which is always a scheduling point.
LocationId locate(std::uint64_t address);
// Two threads touch it, one of them writes: from now on its accesses are scheduling points, here and in later
// executions.
LocationId discover_shared(std::uint64_t address);
// An atomic operation weaker than seq_cst was met: from the next execution on, it matters
// (Memory::kByOrders).
void discover_weak_order();

}  // namespace heddle::runtime
