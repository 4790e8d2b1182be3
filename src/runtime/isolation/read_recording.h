// From the recording of an execution to what strategies and `heddle` are told of it.
#pragma once

#include "explore/executor.h"
#include "runtime/recording.h"

namespace heddle::runtime {

Recording* map_recording();

// Reads without trusting: a dying program may have written anything.
void read_recording(const Recording& recording, const ExecutionOptions& options, Execution& execution);

// The distinct operations of a recorded execution, at most so many steps of it.
StepRecord record_steps(const Execution& execution, std::uint64_t limit);

}  // namespace heddle::runtime
