// The process that was to be the program, and forks the executions of it instead.
#pragma once

#include "explore/messages.h"

namespace heddle::runtime {

// Takes the process over and serves `heddle` until it hangs up. Returns in each child that is to run the program, on the
// stack and at the place where it was called.
void become_explorer();

}  // namespace heddle::runtime
