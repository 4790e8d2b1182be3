// Wrong uses of heap memory, found where they happen. Shadow memory says nothing about what lies outside live
// blocks: an access there is never the common case, and whatever is not common looks at the block first. Only
// where a block ends in the middle of a granule both meet in one cell; that one sends every access here.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "event/heap_error.h"
#include "event/operation.h"
#include "runtime/heap.h"
#include "runtime/names.h"
#include "runtime/shadow.h"
#include "runtime/stack_guard.h"

namespace heddle::runtime::heap_guard {

// The cell of a granule that a block ends in. What is known of it is kept in the block.
inline constexpr sharing::Cell kTail = sharing::shared(0x7fff'ffff);

// Where the state of a granule is kept.
inline sharing::Cell* cell_of(std::uint64_t granule, sharing::Cell* cell) {
  return *cell == kTail ? heap::tail_cell(granule) : cell;
}
inline sharing::Cell* cell_of(std::uint64_t granule) {
  return cell_of(granule, shadow::cell(granule));
}

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

// False where a benchmark wants to know what the checks cost.
[[gnu::visibility("hidden")]] extern bool enabled;
void set_up();
void begin_execution();

void note_allocation(std::uint64_t start, std::uint64_t size, const CallSite& call);
void note_destruction(const volatile void* object, SiteId site);

[[noreturn]] void fail_at(const Block& block, OperationKind deed, std::uint64_t address, std::uint64_t size,
                          SiteId site);

// Ends the execution unless the running thread may touch these bytes of the heap, at site().
template <typename Site>
void check_bytes(OperationKind deed, std::uint64_t address, std::uint64_t size, Site site) {
  if (heap::holds(address, size) || !enabled) [[likely]]
    return;
  const Block block = heap::nearest(address);
  if (block.start != 0) fail_at(block, deed, address, size, site());
}
// The same for an operation that was chosen and is about to happen.
void check_announced(const Operation& operation);

inline void check(const Operation& operation) {
  if (heap::owns(reinterpret_cast<const void*>(operation.address)) && enabled) [[unlikely]]
    check_announced(operation);
}

// The running thread calls free: a point if others know the block, and an end if there is none.
void free_block(std::uint64_t address, const CallSite& call);
// Ends the execution unless a block begins there.
void check_freeable(std::uint64_t address, const CallSite& call);
// The same outside the heap: libc may have given it out before the program came under control, but no
// variable is a block.
void check_foreign(std::uint64_t address, const CallSite& call);

// Not freed yet, and no frame that is gone.
inline bool is_memory(const volatile void* object) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  if (heap::owns(reinterpret_cast<const void*>(address))) return heap::find(address).live;
  return !stack_guard::is_near(address) || !stack_guard::is_gone(address);
}

[[noreturn]] void uses_destroyed(HeapErrorKind kind, const volatile void* object, SiteId site);

}  // namespace heddle::runtime::heap_guard
