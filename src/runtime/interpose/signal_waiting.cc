// Masks of program threads, waiting for signals, and the alarm clock.
#include <sys/time.h>
#include <unistd.h>
#include <cerrno>
#include <csignal>

#include "runtime/arch/raw_syscall.h"
#include "runtime/interpose/interpose.h"
#include "runtime/services/handlers.h"
#include "runtime/services/outside.h"
#include "runtime/services/signal_state.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

int change_mask(int how, const sigset_t* set, sigset_t* old) {
  const SignalSet before = scheduler().current().signal_mask;
  if (old != nullptr) *old = signals::to_sigset(before);
  if (set == nullptr) return 0;
  const SignalSet given = signals::to_set(*set);
  switch (how) {
    case SIG_BLOCK:
      signals::set_mask(before | given);
      return 0;
    case SIG_UNBLOCK:
      signals::set_mask(before & ~given);
      return 0;
    case SIG_SETMASK:
      signals::set_mask(given);
      return 0;
    default:
      return EINVAL;
  }
}

Operation waiting(SiteId site) {
  return {OperationKind::kSignalWait, 0, kNoThread, site, kNoLocation, signals::kAddress};
}

bool never(const Thread&) {
  return false;
}
constexpr Condition kHandlerOnly{never, nullptr};

bool awaited_is_pending(const Thread& thread) {
  return ((thread.pending_signals | signals::pending_for_process()) & thread.awaited_signals) != 0;
}
constexpr Condition kAwaited{awaited_is_pending, nullptr};

// Sent by the program itself, or by the kernel.
bool is_pending(SignalSet set) {
  SignalSet in_kernel = 0;
  raw_syscall(SYS_rt_sigpending, &in_kernel, sizeof in_kernel);
  const Thread& self = scheduler().current();
  return ((self.pending_signals | signals::pending_for_process() | in_kernel) & set) != 0;
}

int take_signal(SignalSet set, siginfo_t& info) {
  const int signal = signals::take(set, info);
  if (signal != 0) return signal;
  const timespec now{};
  const long taken = raw_syscall(SYS_rt_sigtimedwait, &set, &info, &now, sizeof set);
  return taken > 0 ? static_cast<int>(taken) : 0;
}

// Where a child process may send the signal, the wait is one for the world outside.
Waited wait_with_children(SignalSet set, const std::uint64_t* deadline, SiteId site) {
  OutsideWait wait;
  wait.goes_on_after_handlers = false;
  wait.came = [](const OutsideWait& each) {
    return is_pending(*static_cast<const SignalSet*>(each.argument));
  };
  wait.argument = &set;
  if (outside::await(outside::operation(OperationKind::kSignalWait, site), wait, deadline))
    return Waited::kReady;
  return wait.interrupted ? Waited::kInterrupted : Waited::kTimedOut;
}

// A signal of the set; or -1 and errno.
int wait_for(const sigset_t* given, siginfo_t& info, const timespec* timeout, SiteId site) {
  if (timeout != nullptr && (!is_valid(*timeout) || timeout->tv_sec < 0)) return fail_with(EINVAL);
  cancellation_point();
  Scheduler& engine = scheduler();
  Thread& self = engine.current();
  const SignalSet set = signals::to_set(*given);
  const std::uint64_t until = timeout != nullptr ? program().clock.now() + nanoseconds(*timeout) : 0;
  const std::uint64_t* deadline = timeout != nullptr ? &until : nullptr;
  Waited waited;
  if (outside::has_children()) {
    waited = wait_with_children(set, deadline, site);
  } else {
    self.awaited_signals = set;
    waited = engine.wait(
        waiting(site),
        {.condition = kAwaited, .deadline = deadline, .interruptible = true, .cancellable = true});
    self.awaited_signals = 0;
  }
  const int signal = waited == Waited::kReady ? take_signal(set, info) : 0;
  engine.performed(static_cast<std::uint32_t>(signal), signal != 0 ? Effect::kProgress : Effect::kNone);
  if (waited == Waited::kCancelled) act_on_cancellation();
  if (signal != 0) return signal;
  return fail_with(waited == Waited::kInterrupted ? EINTR : EAGAIN);
}

// Until a handler has run.
int suspend(SignalSet mask, SiteId site) {
  cancellation_point();
  Scheduler& engine = scheduler();
  Thread& self = engine.current();
  // A handler may run here, after the program has looked at its flag and before the wait: then nothing ends
  // the wait.
  engine.announce(waiting(site));
  engine.performed(1);
  const SignalSet before = self.signal_mask;
  self.signal_mask = mask;
  const bool handled = signals::run_handlers();
  if (!handled) {
    const Waited waited =
        engine.wait(waiting(site), {.condition = kHandlerOnly, .interruptible = true, .cancellable = true});
    engine.performed(0, Effect::kProgress);
    if (waited == Waited::kCancelled) {
      self.signal_mask = before;
      act_on_cancellation();
    }
  }
  signals::set_mask(before);
  return fail_with(EINTR);
}

timeval to_timeval(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / VirtualClock::kSecond),
          static_cast<suseconds_t>(nanoseconds % VirtualClock::kSecond / 1000)};
}

std::uint64_t from_timeval(const timeval& time) {
  return nanoseconds({time.tv_sec, static_cast<long>(time.tv_usec) * 1000});
}

std::uint64_t left_on_alarm() {
  const VirtualClock& clock = program().clock;
  return clock.alarm == VirtualClock::kNever ? 0 : clock.alarm - std::min(clock.alarm, clock.now());
}

// Returns what was left, both in nanoseconds.
std::uint64_t set_alarm(std::uint64_t duration, std::uint64_t interval) {
  const std::uint64_t left = left_on_alarm();
  signals::set_alarm(duration == 0 ? VirtualClock::kNever : program().clock.now() + duration, interval);
  return left;
}

}  // namespace

extern "C" {

int pthread_sigmask(int how, const sigset_t* set, sigset_t* old) {
  return signals::are_kept() ? change_mask(how, set, old) : real().pthread_sigmask(how, set, old);
}

int sigprocmask(int how, const sigset_t* set, sigset_t* old) {
  if (!signals::are_kept()) return real().sigprocmask(how, set, old);
  const int error = change_mask(how, set, old);
  return error == 0 ? 0 : fail_with(error);
}

int sigpending(sigset_t* set) {
  if (!signals::are_kept()) return real().sigpending(set);
  *set = signals::to_sigset(signals::pending());
  return 0;
}

int sigwait(const sigset_t* set, int* signal) {
  if (!hot.active) return real().sigwait(set, signal);
  siginfo_t info{};
  const SiteId site = user_site(HEDDLE_CALL_SITE);
  int taken;
  while ((taken = wait_for(set, info, nullptr, site)) < 0) {
    // Interrupted by a handler: sigwait goes on waiting.
  }
  *signal = taken;
  return 0;
}

int sigwaitinfo(const sigset_t* set, siginfo_t* result) {
  if (!hot.active) return real().sigwaitinfo(set, result);
  siginfo_t info{};
  const int signal = wait_for(set, info, nullptr, user_site(HEDDLE_CALL_SITE));
  if (signal > 0 && result != nullptr) *result = info;
  return signal;
}

int sigtimedwait(const sigset_t* set, siginfo_t* result, const timespec* timeout) {
  if (!hot.active) return real().sigtimedwait(set, result, timeout);
  siginfo_t info{};
  const int signal = wait_for(set, info, timeout, user_site(HEDDLE_CALL_SITE));
  if (signal > 0 && result != nullptr) *result = info;
  return signal;
}

int sigsuspend(const sigset_t* mask) {
  if (!hot.active) return real().sigsuspend(mask);
  return suspend(signals::to_set(*mask), user_site(HEDDLE_CALL_SITE));
}

int pause() {
  if (!hot.active) return real().pause();
  return suspend(scheduler().current().signal_mask, user_site(HEDDLE_CALL_SITE));
}

unsigned alarm(unsigned seconds) {
  if (!hot.active) return real().alarm(seconds);
  const std::uint64_t left = set_alarm(seconds * VirtualClock::kSecond, 0);
  return static_cast<unsigned>((left + VirtualClock::kSecond - 1) / VirtualClock::kSecond);
}

useconds_t ualarm(useconds_t delay, useconds_t interval) {
  if (!hot.active) return real().ualarm(delay, interval);
  return static_cast<useconds_t>(set_alarm(delay * 1000ull, interval * 1000ull) / 1000);
}

int getitimer(__itimer_which_t which, itimerval* value) {
  if (!hot.active || which != ITIMER_REAL) return real().getitimer(which, value);
  *value = {to_timeval(signals::alarm_interval()), to_timeval(left_on_alarm())};
  return 0;
}

int setitimer(__itimer_which_t which, const itimerval* value, itimerval* old) {
  if (!hot.active) return real().setitimer(which, value, old);
  if (which != ITIMER_REAL)
    scheduler().refuse(
        "the program sets a timer of processor time (setitimer), which has no meaning while Heddle controls "
        "it",
        user_site(HEDDLE_CALL_SITE));
  if (old != nullptr) getitimer(which, old);
  set_alarm(from_timeval(value->it_value), from_timeval(value->it_interval));
  return 0;
}

int timer_create(clockid_t clock, sigevent* event, timer_t* timer) {
  if (!hot.active) return real().timer_create(clock, event, timer);
  scheduler().refuse(
      "the program calls timer_create: such timers cannot be controlled; setitimer, alarm and timed waits "
      "can",
      user_site(HEDDLE_CALL_SITE));
}

}  // extern "C"
