// A use of a stack frame that is gone, as people read of it: facts of the execution in which it was seen.
#pragma once

#include <cstdint>

#include "event/heap_error.h"
#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"

namespace heddle {

// The order is part of failure_wire: append, never reorder.
enum class StackErrorKind : std::uint8_t {
  kNone,
  kReturned,  // the function has returned; its thread goes on
  kEnded,     // the thread has ended, and all its frames with it
};

struct StackError {
  StackErrorKind kind = StackErrorKind::kNone;
  OperationKind deed = OperationKind::kNone;  // what was done to it
  std::uint64_t size = 0;                     // bytes of the access
  ThreadId owner = kNoThread;                 // whose stack it is
  // The variable. allocation_site lies in the function whose frame it was, as far as that is known.
  Location object;
  PastDeed used;  // by the owner, the last time that it was seen to
};

}  // namespace heddle
