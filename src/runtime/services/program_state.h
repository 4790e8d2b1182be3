// The state of the program, for those who ask whether it has come back: what a thread knows by itself, and
// everything else. Looked at only when a program makes no progress.
#pragma once

#include "runtime/engine/services.h"

namespace heddle::runtime::program_state {

// At a scheduling point of the running thread: what it is about to do, and its registers and stack as they
// are on return into code that is not ours. What a function call may destroy is dead there.
StateReader& reader();

// Memory that is shared with other processes of ours, not the program's.
void leave_out(const void* memory);

}  // namespace heddle::runtime::program_state
