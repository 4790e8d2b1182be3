// A wrong use of heap memory, as people read of it: facts of the execution in which it was seen.
#pragma once

#include <cstdint>

#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/past_deed.h"

namespace heddle {

// The order is part of a failure's signature: append, never reorder.
enum class HeapErrorKind : std::uint8_t {
  kNone,
  kUseAfterFree,
  kDoubleFree,
  kInvalidFree,  // of what malloc never returned
  kOutOfBounds,  // before the block or behind it
  kDestroyed,    // a mutex after pthread_mutex_destroy
  kDestroyedReadWriteLock,
  kDestroyedSemaphore,
  kDestroyedBarrier,
  kDestroyedConditionVariable,
  kDestroyedSpinLock,
};

// A synchronisation object was used after it was destroyed.
constexpr bool is_of_destroyed_object(HeapErrorKind kind) {
  return kind >= HeapErrorKind::kDestroyed;
}

struct HeapError {
  HeapErrorKind kind = HeapErrorKind::kNone;
  OperationKind deed = OperationKind::kNone;  // what was done to it
  std::uint64_t size = 0;                     // bytes of the access
  // The block that was meant, or what lies at the address that was freed.
  Location object;
  std::int64_t offset = 0;  // of the access, from the start of the block
  std::uint64_t block_size = 0;
  PastDeed allocated;
  PastDeed freed;  // or destroyed
};

}  // namespace heddle
