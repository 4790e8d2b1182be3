// A process that runs executions for another, and never outlives it.
#pragma once

#include "runtime/system/leave_process.h"

namespace heddle::runtime {

// Without libc's fork: it would hand the pooled stacks to its own cache, and run the program's handlers.
// Returns 0 in the child, a negative error where there is none.
long fork_child();

// What the process writes there from now on goes nowhere.
void silence(int descriptor);

}  // namespace heddle::runtime
