#include "runtime/carrier/thread_local_storage.h"

#include <cstdlib>
#include <cstring>

#include "runtime/naming/load_map.h"
#include "runtime/naming/loaded_modules.h"

namespace heddle::runtime {

namespace {

// glibc's vector of a thread's blocks, by module; the length stands in front of it.
union ThreadVectorEntry {
  std::size_t number;
  struct {
    char* block;
    void* to_free;  // null: it lies beside the thread control block
  } pointer;
};

char* const kNotThereYet = reinterpret_cast<char*>(~std::uint64_t{0});

ThreadVectorEntry* thread_vector(char* thread_pointer) {
#if defined(__x86_64__)
  constexpr std::ptrdiff_t kOffset = 8;
#else
  constexpr std::ptrdiff_t kOffset = 0;
#endif
  return *reinterpret_cast<ThreadVectorEntry**>(thread_pointer + kOffset);
}

template <typename Block>
void put_initial_contents(char* start, const Block& block) {
  std::memcpy(start, reinterpret_cast<const void*>(block.image), block.image_size);
  std::memset(start + block.image_size, 0, block.size - block.image_size);
}

}  // namespace

void release_dynamic_thread_locals(char* thread_pointer) {
  if (load_map().dynamic_thread_local_blocks().empty()) return;
  ThreadVectorEntry* vector = thread_vector(thread_pointer);
  for (const DynamicThreadLocalBlock& block : load_map().dynamic_thread_local_blocks()) {
    if (block.number == 0 || block.number > vector[-1].number) continue;
    ThreadVectorEntry& entry = vector[block.number];
    if (entry.pointer.to_free == nullptr || entry.pointer.block == kNotThereYet) continue;
    void* const memory = entry.pointer.to_free;
    entry.pointer = {kNotThereYet, nullptr};  // made again at the next thread's first use
    std::free(memory);
  }
}

void reset_thread_local_storage(char* thread_pointer) {
  // The image of a library that is gone must not be read.
  if (load_map().has_thread_locals_of_loaded_libraries()) look_for_modules();
  release_dynamic_thread_locals(thread_pointer);
  for (const ThreadLocalBlock& block : load_map().thread_local_blocks())
    if (block.reset_on_reuse) put_initial_contents(thread_pointer + block.offset, block);
}

}  // namespace heddle::runtime
