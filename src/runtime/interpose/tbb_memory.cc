// The heap of oneTBB, in front of what its containers call and of its allocator's own functions. With blocks
// from a heap that nobody watches, one that a thread gave back and another got would look like shared memory
// that they race for.
#include <malloc.h>
#include <bit>
#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/interpose/interpose.h"
#include "runtime/memory/heap.h"

using namespace heddle;
using namespace heddle::runtime;

namespace {

constexpr std::size_t kCacheLine = 128;  // as oneTBB counts it

// Those of libtbb. Where a plugin brought the library and nobody else can see it, there are none; that is
// asked once, so that a block goes back to where it came from.
struct LibraryFunctions {
  void* (*allocate_memory)(std::size_t);
  void (*deallocate_memory)(void*);
  void* (*cache_aligned_allocate)(std::size_t);
  void (*cache_aligned_deallocate)(void*);
};

const LibraryFunctions& library() {
  static const LibraryFunctions functions = {
      libc<void*(std::size_t)>("_ZN3tbb6detail2r115allocate_memoryEm"),
      libc<void(void*)>("_ZN3tbb6detail2r117deallocate_memoryEPv"),
      libc<void*(std::size_t)>("_ZN3tbb6detail2r122cache_aligned_allocateEm"),
      libc<void(void*)>("_ZN3tbb6detail2r124cache_aligned_deallocateEPv"),
  };
  return functions;
}

}  // namespace

// libtbb's. Outside of control, and where memory is at its end, they are the library's: that one throws.
namespace tbb::detail::r1 {

void* allocate_memory(std::size_t size) {
  const auto otherwise = library().allocate_memory;
  void* memory = hot.active || otherwise == nullptr ? malloc(size) : nullptr;
  return memory != nullptr || otherwise == nullptr ? memory : otherwise(size);
}

void deallocate_memory(void* memory) {
  const auto otherwise = library().deallocate_memory;
  if (heap::owns(memory) || otherwise == nullptr) return free(memory);
  otherwise(memory);
}

void* cache_aligned_allocate(std::size_t size) {
  const auto otherwise = library().cache_aligned_allocate;
  void* memory = hot.active || otherwise == nullptr ? aligned_alloc(kCacheLine, size) : nullptr;
  return memory != nullptr || otherwise == nullptr ? memory : otherwise(size);
}

void cache_aligned_deallocate(void* memory) {
  const auto otherwise = library().cache_aligned_deallocate;
  if (heap::owns(memory) || otherwise == nullptr) return free(memory);
  otherwise(memory);
}

}  // namespace tbb::detail::r1

// libtbbmalloc's, all of which are malloc's, so that a block may go from one to the other.
extern "C" {

void* scalable_malloc(std::size_t size) {
  return malloc(size);
}

void scalable_free(void* memory) {
  free(memory);
}

void* scalable_calloc(std::size_t count, std::size_t size) {
  return calloc(count, size);
}

void* scalable_realloc(void* memory, std::size_t size) {
  return realloc(memory, size);
}

int scalable_posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  return posix_memalign(result, alignment, size);
}

void* scalable_aligned_malloc(std::size_t size, std::size_t alignment) {
  if (!std::has_single_bit(alignment) || size == 0) {
    errno = EINVAL;
    return nullptr;
  }
  return aligned_alloc(alignment, size);
}

void* scalable_aligned_realloc(void* memory, std::size_t size, std::size_t alignment) {
  if (size == 0 && memory != nullptr) {
    free(memory);
    return nullptr;
  }
  void* moved = scalable_aligned_malloc(size, alignment);
  if (moved == nullptr || memory == nullptr) return moved;
  const std::size_t old_size = malloc_usable_size(memory);
  std::memcpy(moved, memory, old_size < size ? old_size : size);
  free(memory);
  return moved;
}

void scalable_aligned_free(void* memory) {
  free(memory);
}

std::size_t scalable_msize(void* memory) {
  return malloc_usable_size(memory);
}

}  // extern "C"
