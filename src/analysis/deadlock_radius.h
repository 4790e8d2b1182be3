// The radius of a deadlock that happened, as section 3.1 of the RPro paper defines it: the largest distance
// between two of its events. An event has its place where its thread came to it, which may be long before it
// was performed.
#pragma once

#include <cstdint>
#include <span>

#include "analysis/trace_step.h"
#include "event/failure.h"

namespace heddle {

// 0: the failure is no cycle of threads that wait for locks, or the trace does not show how it came about.
std::uint64_t deadlock_radius(std::span<const TraceStep> trace, const Failure& failure);

}  // namespace heddle
