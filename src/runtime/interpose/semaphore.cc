// POSIX semaphores. The value is the first word of the semaphore, where glibc keeps it on 64-bit systems.
#include <cerrno>
#include <climits>

#include "runtime/interpose/interpose.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

unsigned& value_of(sem_t* semaphore) {
  return *reinterpret_cast<unsigned*>(semaphore);
}

bool is_positive(const Thread& thread) {
  return value_of(reinterpret_cast<sem_t*>(thread.next.address)) != 0;
}
constexpr Condition kPositive{is_positive, nullptr};

// After the wait: takes one, if there is one to take.
int take_semaphore(sem_t* semaphore, int otherwise) {
  const bool taken = value_of(semaphore) != 0;
  if (taken) {
    --value_of(semaphore);
    scheduler().changed(address_of(semaphore));
  }
  scheduler().performed(taken ? 0 : 1, taken ? Effect::kProgress : Effect::kNone);
  return taken ? 0 : fail_with(otherwise);
}

int wait(sem_t* semaphore, const std::uint64_t* deadline, SiteId site) {
  cancellation_point();
  const Waited waited = scheduler().wait(
      operation_on(OperationKind::kSemaphoreWait, semaphore, site),
      {.condition = kPositive, .deadline = deadline, .interruptible = true, .cancellable = true});
  if (waited == Waited::kCancelled) {
    scheduler().performed(1);
    act_on_cancellation();
  }
  return take_semaphore(semaphore, waited == Waited::kInterrupted ? EINTR : ETIMEDOUT);
}

int timed_wait(sem_t* semaphore, clockid_t clock, const timespec* time, SiteId site) {
  if (!is_valid(*time) || (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)) return fail_with(EINVAL);
  const std::uint64_t deadline = deadline_of(clock, *time);
  return wait(semaphore, &deadline, site);
}

}  // namespace

extern "C" {

int sem_wait(sem_t* semaphore) {
  if (!hot.active) return real().sem_wait(semaphore);
  return wait(semaphore, nullptr, user_site(HEDDLE_CALL_SITE));
}

int sem_trywait(sem_t* semaphore) {
  if (!hot.active) return real().sem_trywait(semaphore);
  scheduler().announce(
      operation_on(OperationKind::kSemaphoreTryWait, semaphore, user_site(HEDDLE_CALL_SITE)));
  return take_semaphore(semaphore, EAGAIN);
}

int sem_timedwait(sem_t* semaphore, const timespec* time) {
  if (!hot.active) return real().sem_timedwait(semaphore, time);
  return timed_wait(semaphore, CLOCK_REALTIME, time, user_site(HEDDLE_CALL_SITE));
}

int sem_clockwait(sem_t* semaphore, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().sem_clockwait(semaphore, clock, time);
  return timed_wait(semaphore, clock, time, user_site(HEDDLE_CALL_SITE));
}

int sem_post(sem_t* semaphore) {
  if (!hot.active) return real().sem_post(semaphore);
  scheduler().announce(operation_on(OperationKind::kSemaphorePost, semaphore, user_site(HEDDLE_CALL_SITE)));
  const bool room = value_of(semaphore) < INT_MAX;
  if (room) ++value_of(semaphore);
  scheduler().changed(address_of(semaphore));
  scheduler().performed(room ? 0 : 1, Effect::kProgress);
  return room ? 0 : fail_with(EOVERFLOW);
}

}  // extern "C"
