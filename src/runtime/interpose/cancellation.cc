// Cancellation, deferred: a thread that was asked to end does so at its next cancellation point. An
// asynchronous request is acted on there, too; POSIX promises no moment.
#include <cerrno>

#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

extern "C" {

int pthread_cancel(pthread_t handle) {
  if (!hot.active) return real().pthread_cancel(handle);
  Thread* target = find_thread(handle);
  if (target == nullptr) return ESRCH;
  Scheduler& engine = scheduler();
  engine.announce(
      {OperationKind::kCancel, 0, target->id, user_site(HEDDLE_CALL_SITE), kNoLocation, address_of(target)});
  target->cancel_requested = true;
  if (target->condition != nullptr && !target->handler_due) engine.reconsider(*target);
  engine.performed(target->id, Effect::kProgress);
  return 0;
}

int pthread_setcancelstate(int state, int* old) {
  if (!hot.active) return real().pthread_setcancelstate(state, old);
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  Thread& self = scheduler().current();
  if (old != nullptr) *old = self.cancel_enabled ? PTHREAD_CANCEL_ENABLE : PTHREAD_CANCEL_DISABLE;
  self.cancel_enabled = state == PTHREAD_CANCEL_ENABLE;
  if (self.cancel_asynchronous) cancellation_point();
  return 0;
}

int pthread_setcanceltype(int type, int* old) {
  if (!hot.active) return real().pthread_setcanceltype(type, old);
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  Thread& self = scheduler().current();
  if (old != nullptr) *old = self.cancel_asynchronous ? PTHREAD_CANCEL_ASYNCHRONOUS : PTHREAD_CANCEL_DEFERRED;
  self.cancel_asynchronous = type == PTHREAD_CANCEL_ASYNCHRONOUS;
  if (self.cancel_asynchronous) cancellation_point();
  return 0;
}

void pthread_testcancel() {
  if (!hot.active) return real().pthread_testcancel();
  // A loop around it waits for nothing else.
  scheduler().announce({OperationKind::kYield, 0, kNoThread, user_site(HEDDLE_CALL_SITE), kNoLocation, 0});
  scheduler().performed();
  cancellation_point();
}

}  // extern "C"
