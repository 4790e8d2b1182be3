// pthread condition variables. A wait is three operations: it gives the mutex up, it is woken (or times out),
// and it takes the mutex again; all three at the line of the wait.
#include <cerrno>

#include "runtime/engine/wait_queue.h"
#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

int timed_wait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock, const timespec* time,
               const UserCall& call) {
  if (!is_valid(*time)) return EINVAL;
  const std::uint64_t deadline = deadline_of(clock, *time);
  return wait_for_condition(condition, mutex, &deadline, call);
}

// glibc keeps the clock that pthread_condattr_setclock chose in this bit.
clockid_t clock_of(const pthread_cond_t* condition) {
  return (condition->__data.__wrefs & 2) != 0 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
}

// The queue of waiting threads lies elsewhere. An address that is no condition variable must not go
// unnoticed: glibc would read it, too.
void touch(const pthread_cond_t* condition) {
  const volatile unsigned& field = condition->__data.__wrefs;
  [[maybe_unused]] const unsigned word = field;
}

}  // namespace

namespace heddle::runtime {

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const std::uint64_t* deadline,
                       const UserCall& call) {
  check_alive(condition, kConditionType, call);
  if (!holds(mutex)) misuse("waits for a condition with a mutex that it does not hold", call);
  cancellation_point();
  Scheduler& engine = scheduler();
  engine.announce(operation_on(OperationKind::kWait, condition, call));
  check_still_alive(condition, kConditionType, call);
  touch(condition);
  const unsigned count = release_for_wait(mutex);
  wait_queue::enter(engine.current(), address_of(condition));
  engine.current().wait_mutex = address_of(mutex);
  engine.performed();

  const Operation wake = operation_on(OperationKind::kWake, condition, call);
  const Waited waited = engine.wait(wake, {.condition = wait_queue::when_woken,
                                           .deadline = deadline,
                                           .cancellable = true,
                                           .may_wake_by_itself = true});
  engine.current().wait_mutex = 0;
  // A wait that is cancelled takes no signal: somebody else may be woken by it.
  const bool woken = waited == Waited::kReady;
  if (woken)
    wait_queue::leave(engine.current());
  else
    wait_queue::give_up(engine.current());
  engine.performed(woken ? 0 : 1, woken ? Effect::kProgress : Effect::kNone);

  reacquire_after_wait(mutex, count, call);
  if (waited == Waited::kCancelled) act_on_cancellation();
  return waited == Waited::kTimedOut ? ETIMEDOUT : 0;
}

int signal_condition(pthread_cond_t* condition, const UserCall& call) {
  check_alive(condition, kConditionType, call);
  scheduler().announce(operation_on(OperationKind::kSignal, condition, call));
  check_still_alive(condition, kConditionType, call);
  touch(condition);
  const bool woke = wait_queue::wake_one(address_of(condition));
  scheduler().performed(woke ? 0 : 1, woke ? Effect::kProgress : Effect::kNone);
  return 0;
}

int broadcast_condition(pthread_cond_t* condition, const UserCall& call) {
  check_alive(condition, kConditionType, call);
  scheduler().announce(operation_on(OperationKind::kBroadcast, condition, call));
  check_still_alive(condition, kConditionType, call);
  touch(condition);
  const bool woke = wait_queue::wake_all(address_of(condition)) != 0;
  scheduler().performed(woke ? 0 : 1, woke ? Effect::kProgress : Effect::kNone);
  return 0;
}

int destroy_condition(pthread_cond_t* condition, const UserCall& call) {
  check_alive(condition, kConditionType, call);
  touch(condition);
  announce_lifetime(OperationKind::kDestroy, condition, call);
  check_alive(condition, kConditionType, call);
  // Those who have been notified may still be on their way out: they do not look at it again.
  if (wait_queue::unwoken(address_of(condition)) != 0)
    misuse("destroys a condition variable that a thread waits for", call);
  end_lifetime(condition, kConditionType, call);
  return 0;
}

}  // namespace heddle::runtime

extern "C" {

int pthread_cond_init(pthread_cond_t* condition, const pthread_condattr_t* attributes) {
  return begin_lifetime(condition, HEDDLE_CALL_SITE,
                        [&] { return real().pthread_cond_init(condition, attributes); });
}

int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!hot.active) return real().pthread_cond_destroy(condition);
  return destroy_condition(condition, user_call(HEDDLE_CALL_SITE));
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_cond_wait(condition, mutex);
  return wait_for_condition(condition, mutex, nullptr, user_call(HEDDLE_CALL_SITE));
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec* time) {
  if (!hot.active) return real().pthread_cond_timedwait(condition, mutex, time);
  return timed_wait(condition, mutex, clock_of(condition), time, user_call(HEDDLE_CALL_SITE));
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* time) {
  if (!hot.active) return real().pthread_cond_clockwait(condition, mutex, clock, time);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return timed_wait(condition, mutex, clock, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_cond_signal(pthread_cond_t* condition) {
  if (!hot.active) return real().pthread_cond_signal(condition);
  return signal_condition(condition, user_call(HEDDLE_CALL_SITE));
}

int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!hot.active) return real().pthread_cond_broadcast(condition);
  return broadcast_condition(condition, user_call(HEDDLE_CALL_SITE));
}

}  // extern "C"
