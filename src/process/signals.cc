#include "process/signals.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdint>

namespace heddle::process {

namespace {

constexpr std::size_t kSignalSetSize = 8;  // of the kernel
constexpr int kLastSignal = 64;

// The kernel's struct: a handler, flags, a restorer, a mask. The system is asked directly, because the C
// library says nothing of the two signals that it keeps for itself (32 and 33), and they can be ignored, too.
struct KernelAction {
  std::uintptr_t handler = 0;  // 0 is SIG_DFL, 1 is SIG_IGN
  std::array<std::uintptr_t, 3> rest{};
};

bool is_ignored(int number) {
  KernelAction action;
  return syscall(SYS_rt_sigaction, number, nullptr, &action, kSignalSetSize) == 0 && action.handler == 1;
}

void give_default(int number) {
  const KernelAction by_default;
  syscall(SYS_rt_sigaction, number, &by_default, nullptr, kSignalSetSize);
}

}  // namespace

void give_default_signals() {
  for (int number = 1; number <= kLastSignal; ++number)
    if (is_ignored(number)) give_default(number);  // exec resets handlers by itself
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

void leave_interrupts_to_parent() {
  std::signal(SIGINT, [](int) {});
}

void make_children_waitable() {
  if (is_ignored(SIGCHLD)) give_default(SIGCHLD);
}

}  // namespace heddle::process
