// Handlers of the program that are running. Nothing is scheduled inside them: the thread that was interrupted
// may be in the middle of anything. A handler ends by returning, by a jump, or by an exception; whichever
// way, the thread is under control again.
#pragma once

#include <csignal>
#include <cstdint>

#include "event/failure.h"
#include "runtime/state/hot.h"
#include "runtime/state/recording.h"
#include "runtime/state/thread.h"

namespace heddle::runtime::signals {

// One of them, on the stack of its thread.
struct RunningHandler {
  RunningHandler* outer = nullptr;
  bool was_active = false;    // under control before
  SignalSet mask_before = 0;  // of the thread
  const sigset_t* kernel_mask =
      nullptr;  // before the kernel delivered the signal; null: we called the handler
  // A fault: how far the recording was before the failure was written into it. The handler may end the
  // process, and then the failure stands.
  const RecordingCounters* before_failure = nullptr;
};

inline bool in_handler() {
  return hot.current != nullptr && hot.current->handlers != nullptr;
}
// Whether masks, actions and pending signals are ours to keep: under control, and in handlers.
inline bool are_kept() {
  return hot.active || in_handler();
}
// A failure that a handler is about to deal with has been written down.
bool failure_is_pending();

// Calls the handler of the running thread, which has one.
void run_handler(int signal, siginfo_t& info, void* context, RunningHandler& running);

// Writes the failure down and calls the handler of the signal. Returns when the handler does, and then the
// failure is withdrawn; so it is when the handler is left in another way.
void run_handler_of_failure(int signal, siginfo_t& info, void* context, Failure failure);
// The same for a failure that nothing but a jump out of its handler averts.
[[noreturn]] void fail_with_handler(int signal, Failure failure);

// A jump to a frame with this stack pointer: the handlers that it leaves are over.
void jump_leaves_handlers(std::uint64_t stack_pointer);
// The process ends in a handler, by exit: it ends like any other.
void leave_handlers_to_exit();

}  // namespace heddle::runtime::signals
