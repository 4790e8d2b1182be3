// The memory of threads' shadow stacks, by id. It lasts, and is not restored with the program's: an execution
// reads nothing there that it has not written.
#pragma once

#include "event/ids.h"
#include "runtime/state/thread.h"

namespace heddle::runtime::shadow_stacks {

// Before the first execution.
void set_up();
ShadowFrame* of(ThreadId thread);

}  // namespace heddle::runtime::shadow_stacks
