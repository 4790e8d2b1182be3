#include "runtime/services/handlers.h"

#include <ucontext.h>
#include <cstring>
#include <utility>

#include "runtime/engine/scheduler.h"
#include "runtime/engine/wait_queue.h"
#include "runtime/services/guarded_call.h"
#include "runtime/services/signal_actions.h"
#include "runtime/system/real.h"

namespace heddle::runtime::signals {

namespace {

struct HandlerCall {
  const struct sigaction& action;
  int signal;
  siginfo_t* info;
  void* context;
};

void call(void* argument) {
  const HandlerCall& that = *static_cast<const HandlerCall*>(argument);
  call_handler(that.action, that.signal, that.info, that.context);
}

// The innermost handler of the running thread is over.
void end_handler() {
  Thread& self = *hot.current;
  const RunningHandler& running = *std::exchange(self.handlers, self.handlers->outer);
  if (running.before_failure != nullptr) scheduler().withdraw_failure(*running.before_failure);
  hot.active = running.was_active;
}

// ... and does not return to what it interrupted. The kernel would go on keeping back what it kept back for
// the handler.
void abandon_handler() {
  const RunningHandler& running = *hot.current->handlers;
  end_handler();
  if (running.kernel_mask != nullptr) real().pthread_sigmask(SIG_SETMASK, running.kernel_mask, nullptr);
  if (!hot.active) return;
  if (hot.current->wait_object != 0) wait_queue::give_up(*hot.current);
  scheduler().abandon_operation();
}

// Like the kernel, we leave the mask to whoever catches the exception.
void left_by_exception(void*) {
  abandon_handler();
}

// Handlers run on the stack of their thread, or on one of their own.
bool is_left(const RunningHandler& running, std::uint64_t stack_pointer) {
  constexpr std::uint64_t kAlternateStack = 256 * 1024;
  const auto frame = reinterpret_cast<std::uint64_t>(&running);
  if (stack_pointer >= frame) return true;
  const Thread& self = *hot.current;
  const bool on_own_stack = frame >= self.stack_low && frame < self.stack_high;
  return on_own_stack ? stack_pointer < self.stack_low : frame - stack_pointer > kAlternateStack;
}

}  // namespace

bool failure_is_pending() {
  if (!in_handler()) return false;
  for (const RunningHandler* each = hot.current->handlers; each != nullptr; each = each->outer)
    if (each->before_failure != nullptr) return true;
  return false;
}

void run_handler(int signal, siginfo_t& info, void* context, RunningHandler& running) {
  Thread& self = *hot.current;
  struct sigaction& action = action_of(signal);
  running.outer = self.handlers;
  running.was_active = hot.active;
  running.mask_before = self.signal_mask;
  self.signal_mask |= to_set(action.sa_mask);
  if ((action.sa_flags & SA_NODEFER) == 0) self.signal_mask |= bit(signal);
  const struct sigaction called = action;
  if ((action.sa_flags & SA_RESETHAND) != 0) reset_action(signal);
  ucontext_t here;
  if (context == nullptr) getcontext(&here);
  HandlerCall that{called, signal, &info, context != nullptr ? context : &here};
  hot.active = false;
  self.handlers = &running;
  // What the kernel holds back until the handler returns is ours to hold back: faults must go on to come.
  if (running.kernel_mask != nullptr) real().pthread_sigmask(SIG_SETMASK, running.kernel_mask, nullptr);
  heddle_guarded_call(call, left_by_exception, &that);
  end_handler();
  self.signal_mask = running.mask_before;
  if ((called.sa_flags & SA_RESTART) == 0) self.must_not_restart = true;
}

void run_handler_of_failure(int signal, siginfo_t& info, void* context, Failure failure) {
  RunningHandler running;
  if (context != nullptr) running.kernel_mask = &static_cast<const ucontext_t*>(context)->uc_sigmask;
  if (failure_is_pending() || !hot.active) {
    run_handler(signal, info, context, running);
    return;
  }
  Scheduler& engine = scheduler();
  engine.failed_in_operation();
  engine.flush_private_steps();
  const RecordingCounters before = *hot.recording;
  engine.note_failure(std::move(failure));
  engine.leave_for_good();
  hot.active = true;  // where a jump out of the handler leads
  running.before_failure = &before;
  run_handler(signal, info, context, running);
}

void fail_with_handler(int signal, Failure failure) {
  if (has_handler(action_of(signal))) {
    siginfo_t info{};
    info.si_signo = signal;
    info.si_code = SI_TKILL;
    run_handler_of_failure(signal, info, nullptr, failure);
  }
  scheduler().fail(std::move(failure));
}

void jump_leaves_handlers(std::uint64_t stack_pointer) {
  while (in_handler() && is_left(*hot.current->handlers, stack_pointer)) abandon_handler();
}

void leave_handlers_to_exit() {
  if (hot.active || !in_handler() || failure_is_pending()) return;
  // A signal from outside may have come while we were in the middle of something ourselves.
  for (const RunningHandler* each = hot.current->handlers; each != nullptr; each = each->outer)
    if (each->kernel_mask != nullptr) return;
  while (in_handler()) abandon_handler();
}

}  // namespace heddle::runtime::signals
