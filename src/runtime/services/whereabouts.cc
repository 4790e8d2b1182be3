#include "runtime/services/whereabouts.h"

#include <csignal>
#include <cstdint>

#include "runtime/arch/context.h"
#include "runtime/arch/raw_syscall.h"
#include "runtime/carrier/contexts.h"
#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"
#include "runtime/naming/names.h"
#include "runtime/services/fault_site.h"
#include "runtime/system/leave_process.h"

namespace heddle::runtime {

namespace {

// As the kernel has it.
struct KernelAction {
  void (*handler)(int, siginfo_t*, void*);
  unsigned long flags;
  void (*restorer)();
  std::uint64_t mask;
};

// With kernel threads the signal comes to any of them; only the holder of the baton can tell where it is.
bool is_passed_on(const Thread& running) {
  if (program().options.carrier != Carrier::kThreads) return false;
  if (thread_pointer() == running.thread_pointer) return false;
  const std::uint32_t* const id = thread_id_word(running.handle);
  if (id == nullptr) return false;
  raw_syscall(SYS_tgkill, raw_syscall(SYS_getpid), *id, kQuestion);
  return true;
}

// The process ends here, whatever was interrupted: the explorer has had enough of it. Should anything go
// wrong on the way, it is killed.
void answer(int, siginfo_t*, void* context) {
  if (hot.recording == nullptr || hot.current == nullptr) return;
  if (hot.recording->time_is_up == TimeIsUp::kNo || is_passed_on(*hot.current)) return;
  hot.active = false;
  const AllocateAs for_ever(Lifetime::kLasting);
  scheduler().flush_private_steps();
  scheduler().write_whereabouts(interrupted_site(context));
  leave_process(0);
}

}  // namespace

// By a system call of our own, because libc's refuses this signal. What it adds to an action on the way, and
// what ours needs too, is copied from one of the crash handlers.
void answer_questions() {
  constexpr std::size_t kSizeOfMask = sizeof(std::uint64_t);
  KernelAction action{};
  if (raw_syscall(SYS_rt_sigaction, SIGSEGV, nullptr, &action, kSizeOfMask) != 0) return;
  action.handler = answer;
  raw_syscall(SYS_rt_sigaction, kQuestion, &action, nullptr, kSizeOfMask);
}

}  // namespace heddle::runtime
