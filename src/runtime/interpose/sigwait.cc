// Threads that wait for signals instead of handling them: sigwait, sigwaitinfo, sigtimedwait. The one kernel
// thread has one mask and one set of pending signals, so a signal that was sent to one thread may be taken by
// any that waits for it.
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/descriptors.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

using SignalBits = std::uint64_t;  // as the kernel has them

SignalBits bits_of(const sigset_t* set) {
  SignalBits bits = 0;
  for (int signal = 1; signal <= 64; ++signal)
    if (sigismember(set, signal) == 1) bits |= SignalBits{1} << (signal - 1);
  return bits;
}

bool is_pending(const OutsideWait& wait) {
  SignalBits pending = 0;
  raw_syscall(SYS_rt_sigpending, &pending, sizeof pending);
  return (pending & *static_cast<const SignalBits*>(wait.argument)) != 0;
}

// The signal, or a negative error.
long take_signal(const sigset_t* set, siginfo_t* info, const timespec* limit, SiteId site) {
  const SignalBits bits = bits_of(set);
  const Operation operation = outside::operation(OperationKind::kSignalWait, site);
  OutsideWait wait;
  wait.came = is_pending;
  wait.argument = &bits;
  const std::uint64_t deadline = limit != nullptr ? scheduler().clock.now() + nanoseconds(*limit) : 0;
  outside::await(operation, wait, limit != nullptr ? &deadline : nullptr);
  const timespec now{};
  const long signal = raw_syscall(SYS_rt_sigtimedwait, &bits, info, &now, sizeof bits);
  outside::performed(signal < 0 ? 1 : 0, signal < 0 ? Effect::kNone : Effect::kProgress);
  return signal;
}

int answer(long result) {
  return result < 0 ? fail_with(static_cast<int>(-result)) : static_cast<int>(result);
}

}  // namespace

extern "C" {

int sigwait(const sigset_t* set, int* signal) {
  using SigWait = int (*)(const sigset_t*, int*);
  if (!hot.active) return reinterpret_cast<SigWait>(find_real("sigwait"))(set, signal);
  const long taken = take_signal(set, nullptr, nullptr, user_site(HEDDLE_CALL_SITE));
  if (taken < 0) return static_cast<int>(-taken);
  *signal = static_cast<int>(taken);
  return 0;
}

int sigwaitinfo(const sigset_t* set, siginfo_t* info) {
  using SigWaitInfo = int (*)(const sigset_t*, siginfo_t*);
  if (!hot.active) return reinterpret_cast<SigWaitInfo>(find_real("sigwaitinfo"))(set, info);
  return answer(take_signal(set, info, nullptr, user_site(HEDDLE_CALL_SITE)));
}

int sigtimedwait(const sigset_t* set, siginfo_t* info, const timespec* limit) {
  using SigTimedWait = int (*)(const sigset_t*, siginfo_t*, const timespec*);
  if (!hot.active) return reinterpret_cast<SigTimedWait>(find_real("sigtimedwait"))(set, info, limit);
  if (limit != nullptr && (!is_valid(*limit) || limit->tv_sec < 0)) return fail_with(EINVAL);
  return answer(take_signal(set, info, limit, user_site(HEDDLE_CALL_SITE)));
}

}  // extern "C"
