// Fatal signals become failures where the program does not handle them, and the program's handlers are
// wrapped (handlers.h).
#include <sys/mman.h>
#include <ucontext.h>
#include <unwind.h>
#include <algorithm>
#include <cerrno>
#include <csignal>
#include <span>
#include <utility>
#include <vector>

#include "runtime/carrier/alternate_stack.h"
#include "runtime/interpose/interpose.h"
#include "runtime/interpose/program.h"
#include "runtime/services/fault_site.h"
#include "runtime/services/handlers.h"
#include "runtime/services/irreversible.h"
#include "runtime/services/kernel_answers.h"
#include "runtime/services/opaque_code.h"
#include "runtime/services/signal_state.h"
#include "runtime/services/stray_thread.h"
#include "runtime/state/finish.h"
#include "runtime/system/large.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr std::size_t kSmallestAlternateStack = 2048;
constexpr int kAutoDisarm = static_cast<int>(1u << 31);  // SS_AUTODISARM

HEDDLE_LARGE struct sigaction actions_before[NSIG];

// Memory in a frame, or where the next one would be, that cannot be touched: a stack has come to its end. Who
// runs over a local array past the other end of the stack has another problem.
bool is_stack_overflow(const Thread& thread, std::uint64_t address, const ucontext_t& context) {
  if (thread.stack_high != 0 && address >= thread.stack_high) return false;
  constexpr std::uint64_t kNextFrames = 65536, kLargestFrame = 1u << 20;
  const std::uint64_t top = stack_pointer(context);
  return address + kNextFrames >= top && address < top + kLargestFrame;
}

// Where a thread that has used up its stack calls itself: the outermost of the calls that are on it time and
// again. Where exactly the stack ends depends on how much of an execution is recorded.
SiteId recursion_site(const Thread& thread) {
  const std::uint32_t depth = thread.depth < kMaxShadowFrames ? thread.depth : kMaxShadowFrames;
  const std::span<const ShadowFrame> frames(thread.frames, depth);
  std::vector<std::uint64_t> calls;
  for (const ShadowFrame& frame : frames) calls.push_back(frame.return_address);
  std::sort(calls.begin(), calls.end());
  const auto times = [&](std::uint64_t call) {
    const auto [first, last] = std::equal_range(calls.begin(), calls.end(), call);
    return last - first;
  };
  std::ptrdiff_t most = 0;
  for (const std::uint64_t call : calls) most = std::max(most, times(call));
  for (const ShadowFrame& frame : frames)
    if (most > 1 && 2 * times(frame.return_address) >= most) return load_map().site_of(frame.return_address);
  return kNoSite;
}

bool is_own_code(std::uint64_t pc) {
  const int module = load_map().module_at(pc);
  return module >= 0 && module == load_map().module_at(reinterpret_cast<std::uint64_t>(&hot));
}

// Who uses a null pointer or runs out of stack has hit nothing with it, and a trap is code of the program.
// Who uses another address may have hit what it pointed at before; and where our own code uses a pointer of
// the program, it may not come to the end of what it was about to change.
bool tells_of_wild_writes(int signal, const siginfo_t& info, const ucontext_t& interrupted,
                          const Failure& failure) {
  constexpr std::uint64_t kNullPointers = 65536;  // nothing can be mapped there
  const std::uint64_t pc = program_counter(interrupted);
  if (is_own_code(pc)) return true;
  if (signal == SIGILL) return load_map().module_at(pc) < 0;
  if (signal == SIGBUS) return true;
  if (signal != SIGSEGV) return false;
  if (failure.text == kStackOverflow) return false;
  return info.si_code != SEGV_MAPERR || failure.address >= kNullPointers;
}

Failure crash(int signal, const siginfo_t& info, const ucontext_t& interrupted) {
  Thread& self = scheduler().current();
  Failure failure;
  failure.kind = FailureKind::kCrash;
  failure.thread = self.id;
  failure.code = signal;
  failure.address = reinterpret_cast<std::uint64_t>(info.si_addr);
  const std::uint64_t caller = call_to_nowhere(interrupted);
  failure.site = caller != 0 ? load_map().site_of(caller) : fault_site(program_counter(interrupted));
  self.next.site = failure.site;
  if (signal == SIGSEGV && is_stack_overflow(self, failure.address, interrupted)) {
    failure.text = kStackOverflow;
    if (const SiteId site = recursion_site(self); site != kNoSite) failure.site = site;
  }
  if (tells_of_wild_writes(signal, info, interrupted, failure)) hot.recording->may_have_hit_ours = true;
  return failure;
}

// The kernel gives a fault to its handler unless the thread blocks it; then the process ends.
bool program_handles(int signal) {
  return signals::has_handler(signals::action_of(signal)) &&
         (scheduler().current().signal_mask & signals::bit(signal)) == 0;
}

// A handler that returns without having changed anything is called for the same fault for ever.
bool comes_again(const siginfo_t& info, const ucontext_t& interrupted) {
  static std::uint64_t last_pc, last_address, last_step;
  static unsigned times;
  constexpr unsigned kOftenEnough = 100;
  const std::uint64_t pc = program_counter(interrupted), step = scheduler().step();
  const auto address = reinterpret_cast<std::uint64_t>(info.si_addr);
  const bool again = pc == last_pc && address == last_address && step == last_step;
  last_pc = pc;
  last_address = address;
  last_step = step;
  times = again ? times + 1 : 0;
  return times >= kOftenEnough;
}

HEDDLE_SIGNAL_HANDLER void on_fatal_signal(int signal, siginfo_t* info, void* context) {
  if (signal == SIGSEGV && opaque::went_over(program_counter(*static_cast<const ucontext_t*>(context))))
    return;
  if (signal == SIGSYS && kernel_answers::answered(*info, context)) return;
  if (hot.active && stray::is_here())
    stray::end_run(stray::Deed::kCrash,
                   load_map().site_of(program_counter(*static_cast<const ucontext_t*>(context))));
  if (!signals::are_kept()) {
    // Not the program's doing, or after its end: the default action.
    struct sigaction defaults{};
    real().sigaction(signal, &defaults, nullptr);
    return;
  }
  const int error = errno;
  const auto& interrupted = *static_cast<const ucontext_t*>(context);
  Failure failure = crash(signal, *info, interrupted);
  if (program_handles(signal) && !comes_again(*info, interrupted)) {
    opaque::lose_sight();
    signals::run_handler_of_failure(signal, *info, context, std::move(failure));
    signals::run_handlers();  // what it sent to itself
    errno = error;
    return;
  }
  if (signals::failure_is_pending()) scheduler().end(End::kFailed);  // a crash in the handler of a crash
  scheduler().fail(std::move(failure));
}

HEDDLE_SIGNAL_HANDLER void on_program_signal(int signal, siginfo_t* info, void* context) {
  if (!signals::are_kept()) return signals::call_handler(signals::action_of(signal), signal, info, context);
  const bool stray = hot.active && stray::is_here();
  if (stray || (scheduler().current().signal_mask & signals::bit(signal)) != 0) {
    hot.signals_from_kernel = hot.signals_from_kernel | signals::bit(signal);
    return;
  }
  const int error = errno;
  opaque::lose_sight();
  signals::RunningHandler running;
  running.kernel_mask = &static_cast<const ucontext_t*>(context)->uc_sigmask;
  signals::run_handler(signal, *info, context, running);
  errno = error;
}

}  // namespace

namespace heddle::runtime {

void install_crash_handlers() {
  static bool has_stack = false;
  if (!has_stack) use_alternate_stack();
  has_stack = true;
  struct sigaction action{};
  action.sa_sigaction = on_fatal_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigfillset(&action.sa_mask);
  for (int signal : signals::kFaults) real().sigaction(signal, &action, nullptr);
}

SignalHandlers::SignalHandlers() {
  for (int signal : signals::kFaults) real().sigaction(signal, nullptr, &actions_before[signal]);
  install_crash_handlers();
  install_terminate_handler();
}

SignalHandlers::~SignalHandlers() {
  for (int signal : signals::kFaults) real().sigaction(signal, &actions_before[signal], nullptr);
  remove_terminate_handler();
}

}  // namespace heddle::runtime

extern "C" {

// Ours stays where it is: the one kernel thread has one for all, and what the program gives may be too small,
// or gone.
int sigaltstack(const stack_t* stack, stack_t* old) noexcept {
  if (!signals::are_kept()) return real().sigaltstack(stack, old);
  if (stack != nullptr && (stack->ss_flags & ~(SS_DISABLE | SS_ONSTACK | kAutoDisarm)) != 0) {
    errno = EINVAL;
    return -1;
  }
  if (stack != nullptr && (stack->ss_flags & SS_DISABLE) == 0 && stack->ss_size < kSmallestAlternateStack) {
    errno = ENOMEM;
    return -1;
  }
  stack_t& own = scheduler().current().alternate_stack;
  if (old != nullptr) *old = own;
  if (stack != nullptr) own = *stack;
  return 0;
}

int sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  if (!signals::are_kept() || !signals::is_valid(signal)) return real().sigaction(signal, action, old);
  struct sigaction& current = signals::action_of(signal);
  if (old != nullptr) *old = current;
  if (action == nullptr) return 0;
  if (signal == SIGKILL || signal == SIGSTOP) {
    errno = EINVAL;
    return -1;
  }
  current = *action;
  if (signals::is_fault(signal)) return 0;
  struct sigaction installed = *action;
  if (signals::has_handler(*action)) {
    installed.sa_sigaction = on_program_signal;
    installed.sa_flags |= SA_SIGINFO;
  }
  return real().sigaction(signal, &installed, nullptr);
}

sighandler_t signal(int number, sighandler_t handler) {
  struct sigaction action{};
  struct sigaction old{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return sigaction(number, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

// The program's own children run natively: only the forking thread exists in them.
pid_t fork() {
  note_irreversible("fork");
  const pid_t child = real().fork();
  if (child == 0) {
    hot.active = process_goes_on = false;
    if (hot.current != nullptr) hot.current->handlers = nullptr;
  }
  return child;
}

}  // extern "C"
