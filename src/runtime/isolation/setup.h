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

// Counts the executions that began in this process.
std::uint64_t execution_serial();

// After a fork without libc: the new process's id where glibc looks for it.
void adopt_process_id();
std::uint32_t* own_thread_id();

}  // namespace heddle::runtime
