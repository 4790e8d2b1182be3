#include "runtime/services/signal_state.h"

#include <unistd.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <vector>

#include "runtime/engine/scheduler.h"
#include "runtime/services/handlers.h"
#include "runtime/system/real.h"

namespace heddle::runtime::signals {

namespace {

struct Pending {
  ThreadId thread;  // kNoThread: the process
  siginfo_t info;
};

struct State {
  std::vector<Pending> queue;  // in the order of arrival
  SignalSet process = 0;       // pending for the process
  SignalSet kernel_mask = 0;   // what we asked the kernel to keep back
  sigset_t mask_outside;       // of the kernel, before that
  std::uint64_t interval = 0;  // of the alarm clock
};
State* state = nullptr;

constexpr SignalSet kNeverBlocked = bit(SIGKILL) | bit(SIGSTOP);

bool is_realtime(int signal) {
  return signal >= SIGRTMIN;
}

SignalSet deliverable(const Thread& thread) {
  return (thread.pending_signals | state->process) & ~thread.signal_mask;
}

void add(ThreadId target, const siginfo_t& info) {
  SignalSet& set = target == kNoThread ? state->process : program().threads[target]->pending_signals;
  if (contains(set, info.si_signo) && !is_realtime(info.si_signo))
    return;  // there already: standard signals do not queue
  set |= bit(info.si_signo);
  state->queue.push_back({target, info});
  scheduler().changed(kAddress);
}

// A signal for the thread itself comes before one for the process, and small numbers before large ones, as in
// Linux.
int take_from(ThreadId target, SignalSet wanted, siginfo_t& info) {
  SignalSet& set = target == kNoThread ? state->process : program().threads[target]->pending_signals;
  if ((set & wanted) == 0) return 0;
  const int signal = std::countr_zero(set & wanted) + 1;
  const auto matches = [&](const Pending& one) {
    return one.thread == target && one.info.si_signo == signal;
  };
  const auto found = std::find_if(state->queue.begin(), state->queue.end(), matches);
  if (found != state->queue.end()) {
    info = found->info;
    state->queue.erase(found);
  }
  if (std::find_if(state->queue.begin(), state->queue.end(), matches) == state->queue.end())
    set &= ~bit(signal);
  return signal;
}

[[noreturn]] void end_the_process(int signal, SiteId site) {
  if (failure_is_pending()) scheduler().end(End::kFailed);  // that one came first
  Failure failure;
  failure.kind = FailureKind::kCrash;
  failure.thread = scheduler().current().id;
  failure.code = signal;
  failure.site = site;
  failure.text = "sent by the program itself";
  scheduler().fail(std::move(failure));
}

// The kernel keeps back what every thread blocks, so that a signal from outside can be waited for.
void update_kernel_mask() {
  if (in_handler()) return;  // its mask goes with it
  SignalSet everywhere = ~SignalSet{0};
  for (const Thread* thread : program().threads)
    if (!thread->finished) everywhere &= thread->signal_mask;
  for (const int fault : kFaults) everywhere &= ~bit(fault);
  everywhere &= ~kNeverBlocked;
  if (everywhere == state->kernel_mask) return;
  sigset_t before;
  const sigset_t mask = to_sigset(everywhere);
  real().pthread_sigmask(SIG_SETMASK, &mask, &before);
  if (state->kernel_mask == 0) state->mask_outside = before;
  state->kernel_mask = everywhere;
}

void handle(int signal, siginfo_t& info) {
  if (is_ignored(signal)) return;
  if (ends_the_process(signal)) end_the_process(signal, scheduler().current().next.site);
  RunningHandler running;
  run_handler(signal, info, nullptr, running);
  // It may have posted a semaphore, or written to anything that a thread waits for.
  if (hot.active) scheduler().reconsider_all();
}

Thread* somebody_who_takes(int signal) {
  for (Thread* thread : program().threads)
    if (!thread->finished && !contains(thread->signal_mask, signal)) return thread;
  return nullptr;
}

// Nobody runs: some thread that does not block the signal is woken for its handler.
void give_to_somebody(int signal, int code) {
  siginfo_t info{};
  info.si_signo = signal;
  info.si_code = code;
  Thread* thread = somebody_who_takes(signal);
  if (thread == nullptr) return add(kNoThread, info);
  if (is_ignored(signal)) return;
  if (ends_the_process(signal)) end_the_process(signal, thread->next.site);
  add(thread->id, info);
  scheduler().interrupt(*thread);
}

}  // namespace

void begin_execution() {
  if (state == nullptr) state = new State{};
  forget_actions();
  state->queue.clear();
  state->process = 0;
  state->interval = 0;
  hot.signals_from_kernel = 0;
}

void end_execution() {
  if (state->kernel_mask == 0) return;
  state->kernel_mask = 0;
  real().pthread_sigmask(SIG_SETMASK, &state->mask_outside, nullptr);
}

void send_to_thread(Thread& thread, const siginfo_t& info, SiteId site) {
  const int signal = info.si_signo;
  const bool blocked = contains(thread.signal_mask & ~kNeverBlocked, signal);
  if (!blocked && is_ignored(signal)) return;
  if (!blocked && ends_the_process(signal)) end_the_process(signal, site);
  add(thread.id, info);
  if (blocked) return;
  if (&thread == &scheduler().current())
    run_handlers();
  else
    scheduler().interrupt(thread);
}

void send_to_process(const siginfo_t& info, SiteId site) {
  const int signal = info.si_signo;
  Thread& self = scheduler().current();
  Thread* target = contains(self.signal_mask, signal) ? somebody_who_takes(signal) : &self;
  if (target != nullptr) {
    send_to_thread(*target, info, site);
    return;
  }
  if (signal == SIGKILL) end_the_process(signal, site);
  add(kNoThread, info);
}

void set_mask(SignalSet mask) {
  Thread& self = scheduler().current();
  self.signal_mask = mask & ~kNeverBlocked;
  update_kernel_mask();
  run_handlers();
}

SignalSet pending() {
  const Thread& self = scheduler().current();
  return (self.pending_signals | state->process) & self.signal_mask;
}

SignalSet pending_for_process() {
  return state->process;
}

int take(SignalSet set, siginfo_t& info) {
  const int signal = take_from(scheduler().current().id, set, info);
  return signal != 0 ? signal : take_from(kNoThread, set, info);
}

bool run_handlers() {
  Thread& self = scheduler().current();
  bool any = false;
  while (const SignalSet set = deliverable(self)) {
    siginfo_t info{};
    const int signal = take(set, info);
    if (signal == 0) break;
    any = any || has_handler(action_of(signal));
    handle(signal, info);
  }
  return any;
}

std::uint64_t alarm_interval() {
  return state->interval;
}

void set_alarm(std::uint64_t deadline, std::uint64_t interval) {
  program().clock.alarm = deadline;
  state->interval = interval;
}

// A watchdog that would end the program helps no thread: that none can run is what went wrong.
bool wait_for_alarm() {
  VirtualClock& clock = program().clock;
  if (clock.alarm == VirtualClock::kNever || contains(state->process, SIGALRM) || is_ignored(SIGALRM))
    return false;
  if (!has_handler(action_of(SIGALRM)) && somebody_who_takes(SIGALRM) != nullptr) return false;
  clock.advance_to(clock.alarm);
  look_outside();
  return true;
}

void look_outside() {
  while (hot.signals_from_kernel != 0) {
    const int signal = std::countr_zero(SignalSet{hot.signals_from_kernel}) + 1;
    hot.signals_from_kernel = hot.signals_from_kernel & ~bit(signal);
    give_to_somebody(signal, SI_KERNEL);
  }
  VirtualClock& clock = program().clock;
  if (clock.now() < clock.alarm) return;
  clock.alarm = state->interval != 0 ? clock.now() + state->interval : VirtualClock::kNever;
  give_to_somebody(SIGALRM, SI_TIMER);
}

namespace {

class Delivery final : public SignalDelivery {
 public:
  void look_outside() override { signals::look_outside(); }
  bool wait_for_alarm() override { return signals::wait_for_alarm(); }
  bool run_handlers() override { return signals::run_handlers(); }
};
constinit Delivery signal_delivery;

}  // namespace

SignalDelivery& delivery() {
  return signal_delivery;
}

}  // namespace heddle::runtime::signals
