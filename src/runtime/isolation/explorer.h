// The process that was to be the program, and forks the executions of it instead.
#pragma once

#include "search/messages.h"

namespace heddle::runtime {

// Takes the process over and serves `heddle` until it hangs up. Each execution is a child that calls
// `program`.
[[noreturn]] void become_explorer(void (*program)());

// What the program and its own children see: nothing of ours.
void restore_environment();

}  // namespace heddle::runtime
