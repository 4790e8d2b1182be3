// The first and the last day of a synchronisation object. Both are writes to it, which race with uses that
// nothing orders; what is used after its last day is reported.
//
// A destroyed object has a mark in its own memory, where every initialiser writes, functions and plain
// assignments alike: whatever gets the memory next has written it.
#pragma once

#include <cstddef>

#include "runtime/interpose/interpose.h"
#include "runtime/services/heap_guard.h"
#include "runtime/services/memory_guard.h"

namespace heddle::runtime {

// No lock that is held looks like it.
inline constexpr std::uint32_t kDestroyedMark = 0x8ead'10c4;

// Where objects of a type have their mark: words of four bytes.
struct ObjectType {
  HeapErrorKind error;
  unsigned first_word;
  unsigned words = 2;
  std::uint32_t mark = kDestroyedMark;
};

// Of a mutex the kind, as glibc has it. Unused under control: the pads of a read-write lock and what glibc
// counts in a condition variable. A semaphore keeps its value, of which there is nothing left to take.
inline constexpr ObjectType kMutexType{HeapErrorKind::kDestroyed, 4, 1, ~0u};
static_assert(offsetof(pthread_mutex_t, __data.__kind) == 4 * 4);
inline constexpr ObjectType kReadWriteLockType{HeapErrorKind::kDestroyedReadWriteLock, 4};
static_assert(offsetof(pthread_rwlock_t, __data.__pad3) == 4 * 4);
inline constexpr ObjectType kConditionType{HeapErrorKind::kDestroyedConditionVariable, 0};
inline constexpr ObjectType kSemaphoreType{HeapErrorKind::kDestroyedSemaphore, 1};
inline constexpr ObjectType kBarrierType{HeapErrorKind::kDestroyedBarrier, 2};
inline constexpr ObjectType kSpinLockType{HeapErrorKind::kDestroyedSpinLock, 0, 1};

inline bool is_destroyed(const volatile void* object, const ObjectType& type) {
  const auto* words = static_cast<const volatile std::uint32_t*>(object) + type.first_word;
  return words[0] == type.mark && words[type.words - 1] == type.mark;
}

// Before an operation. Where the memory is freed, too, the operation itself finds that out.
inline void check_alive(const volatile void* object, const ObjectType& type, SiteId site) {
  if (is_destroyed(object, type) && is_memory(object)) [[unlikely]]
    heap_guard::uses_destroyed(type.error, object, site);
}

// When it has been chosen: the object may have been destroyed since.
inline void check_still_alive(const volatile void* object, const ObjectType& type, SiteId site) {
  if (!is_destroyed(object, type) || !is_memory(object)) [[likely]]
    return;
  scheduler().performed(1);
  heap_guard::uses_destroyed(type.error, object, site);
}

// What the first thread does before there is another one comes before everything else: it is no step then.
void announce_lifetime(OperationKind kind, const volatile void* object, const UserCall& call);
void end_lifetime(volatile void* object, const ObjectType& type, const UserCall& call);

// Calls initialise(), which returns what the function does.
template <typename Initialise>
int begin_lifetime(const volatile void* object, const CallSite& call, Initialise initialise) {
  if (hot.active) announce_lifetime(OperationKind::kInitialise, object, user_call(call));
  return initialise();
}

}  // namespace heddle::runtime
