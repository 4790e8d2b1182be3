#include "runtime/services/kernel_ids.h"

#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/kernel_threads.h"
#include "runtime/engine/scheduler.h"

namespace heddle::runtime::kernel_ids {

namespace {

constexpr pid_t kLargestOfKernel = 4 << 20;  // PID_MAX_LIMIT on 64 bits

}  // namespace

pid_t of(const Thread& thread) {
  if (thread.id == kMainThread) return static_cast<pid_t>(raw_syscall(SYS_getpid));
  if (thread.kernel_thread != nullptr) return thread.kernel_thread->id;
  return kLargestOfKernel + thread.id;
}

Thread* find(pid_t id) {
  if (!hot.active) return nullptr;
  if (id == 0) return hot.current;
  for (Thread* thread : program().threads)
    if (!thread->finished && of(*thread) == id) return thread;
  return nullptr;
}

}  // namespace heddle::runtime::kernel_ids
