// POSIX semaphores. The value is the first word of the semaphore, where glibc keeps it on 64-bit systems.
#include <cerrno>
#include <climits>

#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

unsigned& value_of(sem_t* semaphore) {
  return *reinterpret_cast<unsigned*>(semaphore);
}

bool is_positive(const Thread& thread) {
  auto* semaphore = reinterpret_cast<sem_t*>(thread.next.address);
  return value_of(semaphore) != 0 || is_destroyed(semaphore, kSemaphoreType);
}
constexpr Condition kPositive{is_positive, nullptr};

// After the wait: takes one, if there is one to take.
int take_semaphore(sem_t* semaphore, int otherwise, const UserCall& call) {
  check_still_alive(semaphore, kSemaphoreType, call);
  const bool taken = value_of(semaphore) != 0;
  if (taken) {
    --value_of(semaphore);
    scheduler().changed(address_of(semaphore));
  }
  scheduler().performed(taken ? 0 : 1, taken ? Effect::kProgress : Effect::kNone);
  return taken ? 0 : fail_with(otherwise);
}

int wait(sem_t* semaphore, const std::uint64_t* deadline, const UserCall& call) {
  check_alive(semaphore, kSemaphoreType, call);
  cancellation_point();
  const Waited waited = scheduler().wait(
      operation_on(OperationKind::kSemaphoreWait, semaphore, call),
      {.condition = kPositive, .deadline = deadline, .interruptible = true, .cancellable = true});
  if (waited == Waited::kCancelled) {
    scheduler().performed(1);
    act_on_cancellation();
  }
  return take_semaphore(semaphore, waited == Waited::kInterrupted ? EINTR : ETIMEDOUT, call);
}

bool is_waited_for(const sem_t* semaphore) {
  for (const Thread* thread : program().threads)
    if (!thread->finished && !thread->enabled && thread->next.kind == OperationKind::kSemaphoreWait &&
        thread->next.address == address_of(semaphore))
      return true;
  return false;
}

int timed_wait(sem_t* semaphore, clockid_t clock, const timespec* time, const UserCall& call) {
  if (!is_valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) return fail_with(EINVAL);
  const std::uint64_t deadline = deadline_of(clock, *time);
  return wait(semaphore, &deadline, call);
}

}  // namespace

extern "C" {

int sem_init(sem_t* semaphore, int shared, unsigned value) {
  return begin_lifetime(semaphore, HEDDLE_CALL_SITE,
                        [&] { return real().sem_init(semaphore, shared, value); });
}

int sem_destroy(sem_t* semaphore) {
  if (!hot.active) return real().sem_destroy(semaphore);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(semaphore, kSemaphoreType, call);
  announce_lifetime(OperationKind::kDestroy, semaphore, call);
  check_alive(semaphore, kSemaphoreType, call);
  if (is_waited_for(semaphore)) misuse("destroys a semaphore that a thread waits for", call);
  end_lifetime(semaphore, kSemaphoreType, call);
  value_of(semaphore) = 0;
  return 0;
}

int sem_wait(sem_t* semaphore) {
  if (!hot.active) return real().sem_wait(semaphore);
  return wait(semaphore, nullptr, user_call(HEDDLE_CALL_SITE));
}

int sem_trywait(sem_t* semaphore) {
  if (!hot.active) return real().sem_trywait(semaphore);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(semaphore, kSemaphoreType, call);
  scheduler().announce(operation_on(OperationKind::kSemaphoreTryWait, semaphore, call));
  return take_semaphore(semaphore, EAGAIN, call);
}

int sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (!hot.active) return real().sem_timedwait(semaphore, time);
  return timed_wait(semaphore, CLOCK_REALTIME, time, user_call(HEDDLE_CALL_SITE));
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().sem_clockwait(semaphore, clock, time);
  return timed_wait(semaphore, clock, time, user_call(HEDDLE_CALL_SITE));
}

int sem_post(sem_t* semaphore) {
  if (!hot.active) return real().sem_post(semaphore);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(semaphore, kSemaphoreType, call);
  scheduler().announce(operation_on(OperationKind::kSemaphorePost, semaphore, call));
  check_still_alive(semaphore, kSemaphoreType, call);
  const bool room = value_of(semaphore) < INT_MAX;
  if (room) ++value_of(semaphore);
  scheduler().changed(address_of(semaphore));
  scheduler().performed(room ? 0 : 1, Effect::kProgress);
  return room ? 0 : fail_with(EOVERFLOW);
}

}  // extern "C"
