// Marks in shadow memory what earlier executions found shared: its accesses are scheduling points.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "event/ids.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

void mark_shared_globals();
// A shared location of the block, or kNoLocation.
LocationId mark_shared_block(std::uint64_t start, std::uint64_t size, std::uint64_t object);
// The part of a mapping that lies in [start, end); `origin` is where its offset 0 is.
void mark_shared_mapping(std::uint64_t start, std::uint64_t end, std::uint64_t origin, std::uint64_t object);
void mark_shared_of_thread(const Thread& thread);

void set_cell(std::uint64_t address, sharing::Cell value);

}  // namespace heddle::runtime
