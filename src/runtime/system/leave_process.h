// The end of this process, now: nothing of the program runs any more.
#pragma once

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

[[noreturn]] inline void leave_process(int status) {
  raw_syscall(SYS_exit_group, status);
  __builtin_unreachable();
}

}  // namespace heddle::runtime
