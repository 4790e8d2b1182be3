// How a thread leaves before its function returns: pthread_exit and cancellation.
#pragma once

namespace heddle::runtime {

[[noreturn]] void leave_thread(void* result);
// A cleanup of C code has run; the thread goes on leaving.
[[noreturn]] void leave_on();

// A cancellation point begins with cancellation_point(), which does not return when the thread has been asked
// to end; a wait that was cancelled ends with act_on_cancellation().
void cancellation_point();
[[noreturn]] void act_on_cancellation();

}  // namespace heddle::runtime
