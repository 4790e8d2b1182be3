// The program's main thread, on its own stack and with the process's thread pointer.
#pragma once

#include "runtime/memory/stacks.h"
#include "runtime/state/recording.h"
#include "runtime/state/thread.h"
#include "search/executor.h"

namespace heddle::runtime {

Thread& add_main_thread(const Stack& stack);

// An execution with its main thread, which has not started.
void begin_program(Strategy& strategy, const ExecutionOptions& options, Recording& recording,
                   const Stack& stack);

}  // namespace heddle::runtime
