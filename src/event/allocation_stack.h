// Where blocks of the heap were allocated, of those that the order of events is about.
#pragma once

#include <cstdint>

#include "event/ids.h"

namespace heddle {

struct AllocationStack {
  std::uint32_t event = 0;            // it came before the event with this number
  LocationId location = kNoLocation;  // in the block
  std::uint32_t stack = 0;            // where in Execution::frames the call stack begins
  ThreadId thread = kNoThread;
};

}  // namespace heddle
