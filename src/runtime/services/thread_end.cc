#include "runtime/services/thread_end.h"

#include <pthread.h>
#include <unwind.h>
#include <csetjmp>

#include "runtime/engine/scheduler.h"

namespace heddle::runtime {

namespace {

// The way out for pthread_exit: like glibc, through every frame's cleanups, then to the thread's end. C code
// registers its cleanups in a list (pthread_cleanup_push); they run when their frame is reached, and come
// back by __pthread_unwind_next.
_Unwind_Reason_Code stop_at_bottom(int, _Unwind_Action actions, _Unwind_Exception_Class, _Unwind_Exception*,
                                   _Unwind_Context* context, void* argument) {
  auto& thread = *static_cast<Thread*>(argument);
  if (auto* cleanup = static_cast<__pthread_unwind_buf_t*>(thread.cleanups)) {
    if ((actions & _UA_END_OF_STACK) != 0 ||
        reinterpret_cast<std::uint64_t>(cleanup) < _Unwind_GetCFA(context)) {
      thread.cleanups = cleanup->__pad[0];
      longjmp(reinterpret_cast<__jmp_buf_tag*>(cleanup->__cancel_jmp_buf), 1);
    }
  }
  if ((actions & _UA_END_OF_STACK) != 0 || _Unwind_GetCFA(context) >= thread.bottom_of_stack)
    longjmp(thread.end_of_thread, 1);
  return _URC_NO_REASON;
}

void exception_swallowed(_Unwind_Reason_Code, _Unwind_Exception*) {
  Failure failure;
  failure.kind = FailureKind::kAssertion;
  failure.thread = scheduler().current().id;
  failure.site = scheduler().current().next.site;
  failure.text = "pthread_exit was caught by catch (...) and not rethrown";
  scheduler().fail(std::move(failure));
}

}  // namespace

void leave_on() {
  Thread& self = scheduler().current();
  auto* exception = new _Unwind_Exception{};
  exception->exception_cleanup = exception_swallowed;
  _Unwind_ForcedUnwind(exception, stop_at_bottom, &self);
  longjmp(self.end_of_thread, 1);
}

void leave_thread(void* result) {
  Thread& self = scheduler().current();
  self.result = result;
  leave_on();
}

void cancellation_point() {
  const Thread& self = scheduler().current();
  if (self.cancel_requested && self.cancel_enabled) act_on_cancellation();
}

void act_on_cancellation() {
  Thread& self = scheduler().current();
  self.cancel_enabled = false;  // its cleanup handlers are not cancelled again
  leave_thread(PTHREAD_CANCELED);
}

}  // namespace heddle::runtime
