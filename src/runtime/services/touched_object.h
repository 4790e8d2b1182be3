// Which operations use the object that they are about.
#pragma once

#include "event/operation.h"

namespace heddle::runtime {

// What waits for an object to change goes on when it has changed, and it may be gone by then: whoever leaves
// a barrier.
inline constexpr std::uint64_t kTouching =
    set_of(OperationKind::kLock, OperationKind::kTryLock, OperationKind::kTimedLock, OperationKind::kUnlock,
           OperationKind::kRelock, OperationKind::kWait, OperationKind::kSignal, OperationKind::kBroadcast,
           OperationKind::kSharedLock, OperationKind::kSharedTryLock, OperationKind::kSharedTimedLock,
           OperationKind::kSemaphoreWait, OperationKind::kSemaphoreTryWait, OperationKind::kSemaphorePost,
           OperationKind::kBarrierWait, OperationKind::kOnce, OperationKind::kFutexWait,
           OperationKind::kFutexWake, OperationKind::kInitialise, OperationKind::kDestroy);
inline bool touches_object(const Operation& operation) {
  // The kernel does not look at the word, and locks of libraries wake others after the store that lets those
  // free it. The language does not allow it: std::atomic::notify_one is a call on an object that must be
  // alive.
  if (operation.kind == OperationKind::kFutexWake && operation.size == 0) return false;
  return is_one_of(operation.kind, kTouching);
}

}  // namespace heddle::runtime
