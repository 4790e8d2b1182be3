// Bringing the runtime to life in a process, and the program to the start of an execution.
#pragma once

#include <string>

#include "runtime/engine/scheduler.h"
#include "runtime/state/recording.h"

namespace heddle::runtime {

// Once in a process. The answer is empty, or the sentence that says what is wrong.
std::string set_up_runtime();

// An execution starts: nothing is left of the one before. What is allocated from now on is the execution's.
void begin_execution(Strategy& strategy, const ExecutionOptions& options, Recording& recording);

}  // namespace heddle::runtime
