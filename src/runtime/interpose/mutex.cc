// pthread mutexes of all kinds. Their state lives in the mutex itself, in glibc's fields: owner (thread id +
// 1), count, kind.
#include <cerrno>

#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr int kKindMask = 3;
constexpr int kRobust = 16;  // a bit of the kind
// What __lock is: 0 and 1 for most; a robust mutex whose owner has died goes on through the others.
enum LockWord { kUnlocked, kLocked, kOwnerDied, kLockedInconsistent, kNotRecoverable };

int kind_of(const pthread_mutex_t* mutex) {
  return mutex->__data.__kind & kKindMask;
}
bool is_recursive(const pthread_mutex_t* mutex) {
  return kind_of(mutex) == PTHREAD_MUTEX_RECURSIVE_NP;
}
bool checks_errors(const pthread_mutex_t* mutex) {
  return kind_of(mutex) == PTHREAD_MUTEX_ERRORCHECK_NP;
}
bool is_robust(const pthread_mutex_t* mutex) {
  return !is_destroyed(mutex, kMutexType) && (mutex->__data.__kind & kRobust) != 0;
}
bool is_free(const pthread_mutex_t* mutex) {
  return mutex->__data.__owner == 0;
}
bool is_owner(const pthread_mutex_t* mutex, const Thread& thread) {
  return mutex->__data.__owner == thread.id + 1;
}

const pthread_mutex_t* mutex_of(const Thread& thread) {
  return reinterpret_cast<const pthread_mutex_t*>(thread.next.address);
}

bool can_lock(const Thread& thread) {
  return is_free(mutex_of(thread));
}
ThreadId owner_of(const Thread& thread) {
  const int owner = mutex_of(thread)->__data.__owner;
  return owner == 0 ? kNoThread : static_cast<ThreadId>(owner - 1);
}
constexpr Condition kMutexFree{can_lock, owner_of};

void acquire(pthread_mutex_t* mutex, unsigned count, const UserCall& call) {
  Thread& self = scheduler().current();
  mutex->__data.__lock = mutex->__data.__lock == kOwnerDied ? kLockedInconsistent : kLocked;
  mutex->__data.__owner = self.id + 1;
  mutex->__data.__count = count;
  self.held.push_back({address_of(mutex), call, true});
  scheduler().changed(address_of(mutex));
}

void release(pthread_mutex_t* mutex) {
  Thread& self = scheduler().current();
  mutex->__data.__lock = mutex->__data.__lock == kLockedInconsistent ? kNotRecoverable : kUnlocked;
  mutex->__data.__owner = 0;
  mutex->__data.__count = 0;
  for (std::size_t i = self.held.size(); i-- > 0;) {
    if (self.held[i].address != address_of(mutex)) continue;
    self.held.erase(self.held.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  scheduler().changed(address_of(mutex));
}

// The free mutex that was waited for; what it says if its last owner died.
int take_mutex(pthread_mutex_t* mutex, const UserCall& call) {
  check_still_alive(mutex, kMutexType, call);
  if (mutex->__data.__lock == kNotRecoverable) {
    scheduler().performed(1);
    return ENOTRECOVERABLE;
  }
  acquire(mutex, 1, call);
  scheduler().performed();
  return mutex->__data.__lock == kLockedInconsistent ? EOWNERDEAD : 0;
}

// The owner asks again. A re-entrant acquisition is no lock action; -1: the caller must wait in vain.
int lock_again(pthread_mutex_t* mutex) {
  if (is_recursive(mutex)) {
    if (mutex->__data.__count == ~0u) return EAGAIN;
    ++mutex->__data.__count;
    return 0;
  }
  return checks_errors(mutex) ? EDEADLK : -1;
}

}  // namespace

namespace heddle::runtime {

void misuse(const char* what, SiteId site) {
  Failure failure;
  failure.kind = FailureKind::kLockMisuse;
  failure.thread = scheduler().current().id;
  failure.site = site;
  failure.text = what;
  // What was thrown came first; the destructors on its way do the rest.
  if (is_unwinding()) failure.text += ", while an exception unwinds its stack";
  scheduler().fail(std::move(failure));
}

int lock_mutex(pthread_mutex_t* mutex, const UserCall& call) {
  check_alive(mutex, kMutexType, call);
  if (is_owner(mutex, scheduler().current())) {
    const int answer = lock_again(mutex);
    if (answer < 0) misuse("locks a mutex that it holds already: it would wait for itself for ever", call);
    return answer;
  }
  scheduler().announce(operation_on(OperationKind::kLock, mutex, call), &kMutexFree);
  return take_mutex(mutex, call);
}

int try_lock_mutex(pthread_mutex_t* mutex, const UserCall& call) {
  check_alive(mutex, kMutexType, call);
  if (is_owner(mutex, scheduler().current()) && is_recursive(mutex)) return lock_again(mutex);
  scheduler().announce(operation_on(OperationKind::kTryLock, mutex, call));
  if (is_free(mutex)) return take_mutex(mutex, call);
  scheduler().performed(1);
  return EBUSY;
}

int timed_lock_mutex(pthread_mutex_t* mutex, clockid_t clock, const timespec* time, const UserCall& call) {
  check_alive(mutex, kMutexType, call);
  if (is_owner(mutex, scheduler().current())) {
    const int answer = lock_again(mutex);
    if (answer >= 0) return answer;
  }
  // The time is looked at only if there is something to wait for.
  const Operation operation = operation_on(OperationKind::kTimedLock, mutex, call);
  if (is_valid(*time))
    scheduler().announce_timed(operation, kMutexFree, deadline_of(clock, *time));
  else
    scheduler().announce(operation);
  if (is_free(mutex)) return take_mutex(mutex, call);
  scheduler().performed(1);
  return is_valid(*time) ? ETIMEDOUT : EINVAL;
}

int unlock_mutex(pthread_mutex_t* mutex, const UserCall& call) {
  check_alive(mutex, kMutexType, call);
  Thread& self = scheduler().current();
  if (is_owner(mutex, self) && is_recursive(mutex) && mutex->__data.__count > 1) {
    --mutex->__data.__count;
    return 0;
  }
  scheduler().announce(operation_on(OperationKind::kUnlock, mutex, call));
  check_still_alive(mutex, kMutexType, call);
  if (!is_owner(mutex, self)) {
    scheduler().performed(1);
    if (checks_errors(mutex)) return EPERM;
    misuse(
        is_free(mutex) ? "unlocks a mutex that is not locked" : "unlocks a mutex that another thread holds",
        call);
  }
  release(mutex);
  scheduler().performed();
  return 0;
}

int destroy_mutex(pthread_mutex_t* mutex, const UserCall& call) {
  check_alive(mutex, kMutexType, call);
  announce_lifetime(OperationKind::kDestroy, mutex, call);
  check_alive(mutex, kMutexType, call);
  if (!is_free(mutex)) misuse("destroys a mutex that is locked", call);
  end_lifetime(mutex, kMutexType, call);
  return 0;
}

// Its owner ends: a robust mutex tells the next one who takes it; any other stays locked for ever.
void abandon_mutexes(Thread& owner) {
  for (std::size_t i = owner.held.size(); i-- > 0;) {
    auto* mutex = reinterpret_cast<pthread_mutex_t*>(owner.held[i].address);
    if (!owner.held[i].is_mutex || !is_robust(mutex)) continue;
    scheduler().note_order(OrderKind::kRelease, locate(address_of(mutex)), owner.held[i].site);
    release(mutex);
    mutex->__data.__lock = kOwnerDied;
  }
}

bool holds(const pthread_mutex_t* mutex) {
  return is_owner(mutex, scheduler().current());
}

unsigned release_for_wait(pthread_mutex_t* mutex) {
  const unsigned count = mutex->__data.__count;
  release(mutex);
  return count;
}

void reacquire_after_wait(pthread_mutex_t* mutex, unsigned count, const UserCall& call) {
  scheduler().announce(operation_on(OperationKind::kRelock, mutex, call), &kMutexFree);
  check_still_alive(mutex, kMutexType, call);
  acquire(mutex, count, call);
  scheduler().performed();
}

}  // namespace heddle::runtime

extern "C" {

int pthread_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  return begin_lifetime(mutex, HEDDLE_CALL_SITE,
                        [&] { return real().pthread_mutex_init(mutex, attributes); });
}

int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_mutex_destroy(mutex);
  return destroy_mutex(mutex, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_mutex_lock(mutex);
  return lock_mutex(mutex, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_mutex_trylock(mutex);
  return try_lock_mutex(mutex, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_timedlock(pthread_mutex_t* mutex, const timespec* time) {
  if (!hot.active) return real().pthread_mutex_timedlock(mutex, time);
  return timed_lock_mutex(mutex, CLOCK_REALTIME, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().pthread_mutex_clocklock(mutex, clock, time);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  return timed_lock_mutex(mutex, clock, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_mutex_unlock(mutex);
  return unlock_mutex(mutex, user_call(HEDDLE_CALL_SITE));
}

int pthread_mutex_consistent(pthread_mutex_t* mutex) {
  if (!hot.active) return real().pthread_mutex_consistent(mutex);
  if (!is_robust(mutex) || mutex->__data.__lock != kLockedInconsistent) return EINVAL;
  mutex->__data.__lock = kLocked;
  return 0;
}

}  // extern "C"
