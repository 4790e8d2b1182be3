// A process that runs executions for another, and never outlives it.
#pragma once

namespace heddle::runtime {

// Without libc's fork: it would hand the pooled stacks to its own cache, and run the program's handlers.
// Returns 0 in the child, a negative error where there is none.
long fork_child();

// Nothing of the program runs any more.
[[noreturn]] void leave_process(int status);

}  // namespace heddle::runtime
