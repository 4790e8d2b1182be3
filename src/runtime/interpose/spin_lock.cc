// pthread spin locks. Nobody spins under control: a thread that cannot have the lock is not enabled.
#include <cerrno>

#include "runtime/interpose/lifetime.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

// What pthread_spin_init writes. A lock that is held has its owner in it.
#if defined(__x86_64__)
constexpr int kFree = 1;
#else
constexpr int kFree = 0;
#endif
constexpr int kHeld = 0x4000'0000;

const pthread_spinlock_t& word_of(const Thread& thread) {
  return *reinterpret_cast<const pthread_spinlock_t*>(thread.next.address);
}

bool is_free(const Thread& thread) {
  const pthread_spinlock_t& word = word_of(thread);
  // A thread that waits for a destroyed one goes on, and finds out.
  return word == kFree || is_destroyed(&word, kSpinLockType);
}
ThreadId owner_of_spin_lock(const Thread& thread) {
  const int word = word_of(thread);
  return (word & kHeld) != 0 ? static_cast<ThreadId>(word & ~kHeld) : kNoThread;
}
constexpr Condition kSpinLockFree{is_free, owner_of_spin_lock};

bool try_take(pthread_spinlock_t* lock, const UserCall& call) {
  if (*lock != kFree) return false;
  Thread& self = scheduler().current();
  *lock = kHeld | self.id;
  self.held.push_back({address_of(lock), call});
  scheduler().changed(address_of(lock));
  return true;
}

}  // namespace

extern "C" {

int pthread_spin_init(pthread_spinlock_t* lock, int shared) {
  return begin_lifetime(lock, HEDDLE_CALL_SITE, [&] { return real().pthread_spin_init(lock, shared); });
}

int pthread_spin_destroy(pthread_spinlock_t* lock) {
  if (!hot.active) return real().pthread_spin_destroy(lock);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(lock, kSpinLockType, call);
  announce_lifetime(OperationKind::kDestroy, lock, call);
  check_alive(lock, kSpinLockType, call);
  if ((*lock & kHeld) != 0) misuse("destroys a spin lock that is locked", call);
  end_lifetime(lock, kSpinLockType, call);
  return 0;
}

int pthread_spin_lock(pthread_spinlock_t* lock) {
  if (!hot.active) return real().pthread_spin_lock(lock);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(lock, kSpinLockType, call);
  if (*lock == (kHeld | scheduler().current().id)) misuse("locks a spin lock that it holds already", call);
  scheduler().announce(operation_on(OperationKind::kLock, const_cast<int*>(lock), call), &kSpinLockFree);
  check_still_alive(lock, kSpinLockType, call);
  try_take(lock, call);
  scheduler().performed();
  return 0;
}

int pthread_spin_trylock(pthread_spinlock_t* lock) {
  if (!hot.active) return real().pthread_spin_trylock(lock);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(lock, kSpinLockType, call);
  scheduler().announce(operation_on(OperationKind::kTryLock, const_cast<int*>(lock), call));
  check_still_alive(lock, kSpinLockType, call);
  const bool taken = try_take(lock, call);
  scheduler().performed(taken ? 0 : 1);
  return taken ? 0 : EBUSY;
}

int pthread_spin_unlock(pthread_spinlock_t* lock) {
  if (!hot.active) return real().pthread_spin_unlock(lock);
  const UserCall call = user_call(HEDDLE_CALL_SITE);
  check_alive(lock, kSpinLockType, call);
  Thread& self = scheduler().current();
  scheduler().announce(operation_on(OperationKind::kUnlock, const_cast<int*>(lock), call));
  check_still_alive(lock, kSpinLockType, call);
  if (*lock != (kHeld | self.id)) misuse("unlocks a spin lock that it does not hold", call);
  *lock = kFree;
  std::erase_if(self.held, [lock](const AcquiredLock& held) { return held.address == address_of(lock); });
  scheduler().changed(address_of(lock));
  scheduler().performed();
  return 0;
}

}  // extern "C"
