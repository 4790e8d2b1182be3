// The malloc family. Under control it is Heddle's heap, at a fixed address and with names; outside it is
// libc's. A block goes back to where it came from.
#include <bit>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <unordered_map>

#include "runtime/interpose/interpose.h"
#include "runtime/memory/heap.h"
#include "runtime/services/heap_guard.h"
#include "runtime/services/stray_thread.h"

using namespace heddle;
using namespace heddle::runtime;

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* memory, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void* memory);
}

namespace {

// A thread that we did not make may have memory of libc's: that allocator is made for several threads.
[[gnu::always_inline]] inline bool gives_memory() {
  return hot.active && !stray::is_here();
}

// How many blocks each (thread, call stack) has allocated in this execution.
std::unordered_map<std::uint64_t, std::uint32_t>* allocation_counts = nullptr;

// To a race detector an allocation is a write to the whole block: another thread that reaches the block
// without being ordered after it races. A library without instrumentation may order in ways that are not
// seen.
void note_allocation_of(LocationId part, SiteId site) {
  // Notes that order must not run out.
  if (hot.recording->order_notes_count < Most::order_notes / 2)
    scheduler().note_order(OrderKind::kAllocate, part, site);
}

void* allocate(std::size_t size, std::size_t alignment, bool zeroed, const CallSite& call) {
  const UserCall user = user_call(call);
  const BlockName name = name_next_block(user.site);
  const bool counts = user.is_own && heap_guard::enabled;
  void* memory = heap::allocate(size, alignment, name, zeroed, counts ? hot.own : sharing::Segment{0});
  if (memory == nullptr) {
    errno = ENOMEM;
    return nullptr;
  }
  heap_guard::note_allocation(address_of(memory), size, call);
  LocationId known = mark_shared_block(address_of(memory), size, name.object);
  if (!counts) return memory;
  if (known == kNoLocation && hot.name_accesses && size != 0) [[unlikely]]
    known = locate(address_of(memory));
  if (known != kNoLocation) note_allocation_of(known, name.site);
  return memory;
}

// Blocks of the controlled heap may be freed later, by a process that goes on without control and with
// several threads.
class ReleaseLock {
 public:
  ReleaseLock() {
    while (__atomic_exchange_n(&word_, true, __ATOMIC_ACQUIRE)) {
    }
  }
  ~ReleaseLock() { __atomic_store_n(&word_, false, __ATOMIC_RELEASE); }

 private:
  static bool word_;
};
bool ReleaseLock::word_ = false;

void release(void* memory, const CallSite& call) {
  if (!hot.active) {
    const ReleaseLock lock;
    heap::release(memory);
    return;
  }
  stray::check(kNoSite);
  heap_guard::free_block(address_of(memory), call);
  heap::release(memory);
}

void* reallocate(void* memory, std::size_t size, const CallSite& call) {
  if (memory == nullptr) return allocate(size, 16, false, call);
  if (!heap::owns(memory)) return __libc_realloc(memory, size);
  if (hot.active) heap_guard::check_freeable(address_of(memory), call);
  const std::size_t old_size = heap::find(address_of(memory)).size;
  void* moved = hot.active ? allocate(size, 16, false, call) : __libc_malloc(size);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, memory, old_size < size ? old_size : size);
  release(memory, call);
  return moved;
}

}  // namespace

namespace heddle::runtime {

BlockName name_next_block(SiteId site) {
  const Thread& self = scheduler().current();
  const std::uint64_t place = combine(self.name_hash, combine(self.stack_hash(), site));
  const std::uint32_t ordinal = (*allocation_counts)[place]++;
  return {combine(place, ordinal), self.name_hash, allocation_site(site), ordinal};
}

void begin_allocations() {
  if (allocation_counts == nullptr) allocation_counts = new std::unordered_map<std::uint64_t, std::uint32_t>;
  allocation_counts->clear();
}

}  // namespace heddle::runtime

extern "C" {

void* malloc(std::size_t size) {
  return gives_memory() ? allocate(size, 16, false, HEDDLE_CALL_SITE) : __libc_malloc(size);
}

void free(void* memory) {
  if (heap::owns(memory)) return release(memory, HEDDLE_CALL_SITE);
  if (memory != nullptr && gives_memory()) heap_guard::check_foreign(address_of(memory), HEDDLE_CALL_SITE);
  __libc_free(memory);
}

void* calloc(std::size_t count, std::size_t size) {
  if (!gives_memory()) return __libc_calloc(count, size);
  std::size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  return allocate(whole, 16, true, HEDDLE_CALL_SITE);
}

void* realloc(void* memory, std::size_t size) {
  if (!heap::owns(memory) && !gives_memory()) return __libc_realloc(memory, size);
  if (size == 0 && memory != nullptr) {
    if (heap::owns(memory))
      release(memory, HEDDLE_CALL_SITE);
    else
      free(memory);
    return nullptr;
  }
  return reallocate(memory, size, HEDDLE_CALL_SITE);
}

void* reallocarray(void* memory, std::size_t count, std::size_t size) {
  std::size_t whole;
  if (__builtin_mul_overflow(count, size, &whole)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (!heap::owns(memory) && !gives_memory()) return __libc_realloc(memory, whole);
  return reallocate(memory, whole, HEDDLE_CALL_SITE);
}

void* memalign(std::size_t alignment, std::size_t size) {
  if (!gives_memory()) return __libc_memalign(alignment, size);
  if (alignment > SIZE_MAX / 2) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate(size, std::bit_ceil(alignment), false, HEDDLE_CALL_SITE);  // as glibc does it
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  if (!gives_memory()) return __libc_memalign(alignment, size);
  if (!std::has_single_bit(alignment)) {
    errno = EINVAL;
    return nullptr;
  }
  return allocate(size, alignment, false, HEDDLE_CALL_SITE);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (!std::has_single_bit(alignment) || alignment % sizeof(void*) != 0) return EINVAL;
  void* memory =
      gives_memory() ? allocate(size, alignment, false, HEDDLE_CALL_SITE) : __libc_memalign(alignment, size);
  if (memory == nullptr) return ENOMEM;
  *result = memory;
  return 0;
}

void* valloc(std::size_t size) {
  return gives_memory() ? allocate(size, 4096, false, HEDDLE_CALL_SITE) : __libc_memalign(4096, size);
}

void* pvalloc(std::size_t size) {
  const std::size_t whole = (size + 4095) & ~std::size_t{4095};
  return gives_memory() ? allocate(whole, 4096, false, HEDDLE_CALL_SITE) : __libc_memalign(4096, whole);
}

std::size_t malloc_usable_size(void* memory) {
  if (heap::owns(memory)) return heap::usable_size(memory);
  return real().malloc_usable_size(memory);
}

}  // extern "C"
