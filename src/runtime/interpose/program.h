// What the start and the end of a program need of the interposed functions.
#pragma once

#include "runtime/carrier/contexts.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

// Binds a new thread to what runs it (threads.cc).
void adopt_body(Thread& thread, ThreadBody& body);
void adopt_context(Thread& thread, PooledContext& context);

// The main thread after pthread_exit: the process ends when the last thread has ended.
void wait_for_all_threads();

// What `return` from main does before libc's exit runs (exit.cc).
void exit_from_main(int status);
void announce_end_of_process();
// Writes what files of the program still hold back, and is gone.
[[noreturn]] void end_quickly();
// Runs the destructors of the running thread's thread_local objects (keys.cc). exit does, too.
void run_thread_local_destructors();
// The same and those of its keys: the thread ends.
void run_thread_destructors();

// Fatal signals and std::terminate are recorded as failures from now on (signals.cc, exit.cc).
void install_crash_handlers();

// The handlers of a process that is only under control for a while: ours within the life of this object.
class SignalHandlers {
 public:
  SignalHandlers();
  ~SignalHandlers();
  SignalHandlers(const SignalHandlers&) = delete;
  SignalHandlers& operator=(const SignalHandlers&) = delete;
};

void find_terminate_handler();
void install_terminate_handler();
void remove_terminate_handler();

}  // namespace heddle::runtime
