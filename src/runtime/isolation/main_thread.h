// The program's main thread, on its own stack and with the process's thread pointer.
#pragma once

#include "runtime/memory/stacks.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

Thread& add_main_thread(const Stack& stack);

}  // namespace heddle::runtime
