// pthread read-write locks (std::shared_mutex). State in glibc's own fields: readers, the writer (thread id +
// 1), and the preference in the flags, where pthread_rwlock_init and the static initialisers put it. Readers
// are counted as glibc counts them, above three bits of its own: a writer that comes and goes before control,
// in the constructor of a library, leaves one of these set.
#include <cerrno>

#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

enum class Mode { kShared, kExclusive };

pthread_rwlock_t* lock_of(const Thread& thread) {
  return reinterpret_cast<pthread_rwlock_t*>(thread.next.address);
}

constexpr unsigned kOneReader = 1u << 3;

bool has_readers(const pthread_rwlock_t* lock) {
  return lock->__data.__readers >= kOneReader;
}
bool has_writer(const pthread_rwlock_t* lock) {
  return lock->__data.__cur_writer != 0;
}
bool is_writer(const pthread_rwlock_t* lock, const Thread& thread) {
  return lock->__data.__cur_writer == thread.id + 1;
}

bool holds_shared(const pthread_rwlock_t* lock, const Thread& thread) {
  for (const AcquiredLock& held : thread.held)
    if (held.address == address_of(lock)) return !is_writer(lock, thread);
  return false;
}

// glibc honours waiting writers for one of its kinds only.
bool prefers_writers(const pthread_rwlock_t* lock) {
  return lock->__data.__flags == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP;
}

bool writer_waits(const pthread_rwlock_t* lock) {
  for (const Thread* thread : program().threads)
    if (!thread->finished && !thread->enabled && thread->next.address == address_of(lock) &&
        (thread->next.kind == OperationKind::kLock || thread->next.kind == OperationKind::kTimedLock))
      return true;
  return false;
}

bool can_share(const Thread& thread) {
  const pthread_rwlock_t* lock = lock_of(thread);
  return !has_writer(lock) && !(prefers_writers(lock) && has_readers(lock) && writer_waits(lock));
}
bool can_own(const Thread& thread) {
  return !has_writer(lock_of(thread)) && !has_readers(lock_of(thread));
}

// The writer, or one of the readers: a writer waits for all of them, so any one that waits for it closes a
// cycle.
ThreadId holder_of(const Thread& waiter) {
  const pthread_rwlock_t* lock = lock_of(waiter);
  if (has_writer(lock)) return static_cast<ThreadId>(lock->__data.__cur_writer - 1);
  for (const Thread* thread : program().threads)
    if (!thread->finished && holds_shared(lock, *thread)) return thread->id;
  return kNoThread;
}

constexpr Condition kCanShare{can_share, holder_of};
constexpr Condition kCanOwn{can_own, holder_of};

void acquire(pthread_rwlock_t* lock, Mode mode, const UserCall& call) {
  Thread& self = scheduler().current();
  if (mode == Mode::kShared)
    lock->__data.__readers += kOneReader;
  else
    lock->__data.__cur_writer = self.id + 1;
  self.held.push_back({address_of(lock), call, false, mode == Mode::kShared});
  scheduler().changed(address_of(lock));
}

int take_rwlock(pthread_rwlock_t* lock, Mode mode, const UserCall& call) {
  check_alive(lock, kReadWriteLockType, call);
  if (is_writer(lock, scheduler().current())) return EDEADLK;
  const bool shared = mode == Mode::kShared;
  scheduler().announce(operation_on(shared ? OperationKind::kSharedLock : OperationKind::kLock, lock, call),
                       shared ? &kCanShare : &kCanOwn);
  check_still_alive(lock, kReadWriteLockType, call);
  acquire(lock, mode, call);
  scheduler().performed();
  return 0;
}

int try_take(pthread_rwlock_t* lock, Mode mode, const UserCall& call) {
  check_alive(lock, kReadWriteLockType, call);
  const bool shared = mode == Mode::kShared;
  scheduler().announce(
      operation_on(shared ? OperationKind::kSharedTryLock : OperationKind::kTryLock, lock, call));
  check_still_alive(lock, kReadWriteLockType, call);
  const Thread& self = scheduler().current();
  const bool taken = shared ? can_share(self) : can_own(self);
  if (taken) acquire(lock, mode, call);
  scheduler().performed(taken ? 0 : 1);
  return taken ? 0 : EBUSY;
}

int timed_take(pthread_rwlock_t* lock, Mode mode, clockid_t clock, const timespec* time,
               const UserCall& call) {
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
  if (!is_valid(*time)) return EINVAL;
  check_alive(lock, kReadWriteLockType, call);
  if (is_writer(lock, scheduler().current())) return EDEADLK;
  const bool shared = mode == Mode::kShared;
  scheduler().announce_timed(
      operation_on(shared ? OperationKind::kSharedTimedLock : OperationKind::kTimedLock, lock, call),
      shared ? kCanShare : kCanOwn, deadline_of(clock, *time));
  check_still_alive(lock, kReadWriteLockType, call);
  const Thread& self = scheduler().current();
  const bool taken = shared ? can_share(self) : can_own(self);
  if (taken) acquire(lock, mode, call);
  scheduler().performed(taken ? 0 : 1);
  return taken ? 0 : ETIMEDOUT;
}

int release(pthread_rwlock_t* lock, const UserCall& call) {
  check_alive(lock, kReadWriteLockType, call);
  Thread& self = scheduler().current();
  scheduler().announce(operation_on(OperationKind::kUnlock, lock, call));
  check_still_alive(lock, kReadWriteLockType, call);
  const bool writer = is_writer(lock, self);
  if (!writer && !holds_shared(lock, self)) {
    scheduler().performed(1);
    misuse(has_writer(lock) || has_readers(lock) ? "unlocks a read-write lock that other threads hold"
                                                 : "unlocks a read-write lock that is not locked",
           call);
  }
  if (writer)
    lock->__data.__cur_writer = 0;
  else
    lock->__data.__readers -= kOneReader;
  for (std::size_t i = self.held.size(); i-- > 0;) {
    if (self.held[i].address != address_of(lock)) continue;
    self.held.erase(self.held.begin() + static_cast<std::ptrdiff_t>(i));
    break;
  }
  scheduler().changed(address_of(lock));
  scheduler().performed();
  return 0;
}

}  // namespace

extern "C" {

int pthread_rwlock_init(pthread_rwlock_t* lock, const pthread_rwlockattr_t* attributes) {
  return begin_lifetime(lock, HEDDLE_CALL_SITE, [&] { return real().pthread_rwlock_init(lock, attributes); });
}

int pthread_rwlock_destroy(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_destroy(lock);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(lock, kReadWriteLockType, call);
  announce_lifetime(OperationKind::kDestroy, lock, call);
  check_alive(lock, kReadWriteLockType, call);
  if (has_writer(lock) || has_readers(lock)) misuse("destroys a read-write lock that is locked", call);
  end_lifetime(lock, kReadWriteLockType, call);
  return 0;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_rdlock(lock);
  return take_rwlock(lock, Mode::kShared, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_tryrdlock(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_tryrdlock(lock);
  return try_take(lock, Mode::kShared, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_timedrdlock(pthread_rwlock_t* lock, const timespec* time) {
  if (!hot.active) return real().pthread_rwlock_timedrdlock(lock, time);
  return timed_take(lock, Mode::kShared, CLOCK_REALTIME, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_clockrdlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().pthread_rwlock_clockrdlock(lock, clock, time);
  return timed_take(lock, Mode::kShared, clock, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_wrlock(lock);
  return take_rwlock(lock, Mode::kExclusive, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_trywrlock(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_trywrlock(lock);
  return try_take(lock, Mode::kExclusive, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_timedwrlock(pthread_rwlock_t* lock, const timespec* time) {
  if (!hot.active) return real().pthread_rwlock_timedwrlock(lock, time);
  return timed_take(lock, Mode::kExclusive, CLOCK_REALTIME, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_clockwrlock(pthread_rwlock_t* lock, clockid_t clock, const timespec* time) {
  if (!hot.active) return real().pthread_rwlock_clockwrlock(lock, clock, time);
  return timed_take(lock, Mode::kExclusive, clock, time, user_call(HEDDLE_CALL_SITE));
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  if (!hot.active) return real().pthread_rwlock_unlock(lock);
  return release(lock, user_call(HEDDLE_CALL_SITE));
}

}  // extern "C"
