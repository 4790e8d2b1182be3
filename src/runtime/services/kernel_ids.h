// The numbers by which the kernel knows threads (gettid, tgkill), as the program sees them. Threads that
// share one kernel thread have numbers of their own, the same in every execution; the kernel gives none as
// large.
#pragma once

#include <sys/types.h>

#include "runtime/state/thread.h"

namespace heddle::runtime::kernel_ids {

pid_t of(const Thread& thread);
// 0 is the running thread. Null: no thread of the program has it, or there is no control.
Thread* find(pid_t id);

}  // namespace heddle::runtime::kernel_ids
