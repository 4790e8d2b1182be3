#include "runtime/arena.h"

#include <bit>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

namespace {

// Blocks of powers of two from chunks of one megabyte; larger ones are mapped one by one. A header of 16 bytes holds the
// size class (or the mapped size), which keeps blocks aligned.
struct Header {
  std::uint64_t size_class;
  std::uint64_t mapped_size;
};
static_assert(sizeof(Header) == 16);

struct FreeBlock {
  FreeBlock* next;
};

constexpr unsigned kLargestClass = 19;
constexpr std::size_t kChunkSize = 1u << 20;
constexpr std::uint64_t kMapped = ~0ull;

FreeBlock* free_blocks[kLargestClass + 1];
char* chunk = nullptr;
std::size_t chunk_left = 0;

void* map(std::size_t size, void* address, int flags) {
  const long result = raw_syscall(SYS_mmap, address, size, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return result < 0 && result > -4096 ? nullptr : reinterpret_cast<void*>(result);
}

void* allocate_mapped(std::size_t size) {
  const std::size_t whole = (size + sizeof(Header) + 4095) & ~std::size_t{4095};
  auto* header = static_cast<Header*>(map(whole, nullptr, 0));
  if (header == nullptr) out_of_memory();
  *header = {kMapped, whole};
  return header + 1;
}

}  // namespace

void out_of_memory() {
  constexpr char kMessage[] = "heddle: the runtime is out of memory\n";
  raw_syscall(SYS_write, 2, kMessage, sizeof kMessage - 1);
  raw_syscall(SYS_exit_group, 3);
  __builtin_unreachable();
}

void* reserve_memory(std::size_t size, void* fixed_address) {
  if (fixed_address == nullptr) return map(size, nullptr, 0);
  void* memory = map(size, fixed_address, MAP_FIXED_NOREPLACE);
  if (memory == nullptr || memory == fixed_address) return memory;
  // Who does not know the flag (Linux before 4.17, qemu 7) takes the address for a wish.
  raw_syscall(SYS_munmap, memory, size);
  return nullptr;
}

void* arena_allocate(std::size_t size) {
  const std::size_t whole = (size < sizeof(FreeBlock) ? sizeof(FreeBlock) : size) + sizeof(Header);
  const unsigned size_class = static_cast<unsigned>(std::bit_width(whole - 1));
  if (size_class > kLargestClass) return allocate_mapped(size);
  if (FreeBlock* block = free_blocks[size_class]) {
    free_blocks[size_class] = block->next;
    return block;
  }
  const std::size_t block_size = std::size_t{1} << size_class;
  if (chunk_left < block_size) {
    chunk = static_cast<char*>(map(kChunkSize, nullptr, 0));
    if (chunk == nullptr) out_of_memory();
    chunk_left = kChunkSize;
  }
  auto* header = reinterpret_cast<Header*>(chunk);
  chunk += block_size;
  chunk_left -= block_size;
  header->size_class = size_class;
  return header + 1;
}

void arena_release(void* memory) {
  if (memory == nullptr) return;
  Header* header = static_cast<Header*>(memory) - 1;
  if (header->size_class == kMapped) {
    raw_syscall(SYS_munmap, header, header->mapped_size);
    return;
  }
  const std::uint64_t size_class = header->size_class;
  auto* block = static_cast<FreeBlock*>(memory);
  block->next = free_blocks[size_class];
  free_blocks[size_class] = block;
}

}  // namespace heddle::runtime

void* operator new(std::size_t size) { return heddle::runtime::arena_allocate(size); }
void* operator new[](std::size_t size) { return heddle::runtime::arena_allocate(size); }
void operator delete(void* memory) noexcept { heddle::runtime::arena_release(memory); }
void operator delete[](void* memory) noexcept { heddle::runtime::arena_release(memory); }
void operator delete(void* memory, std::size_t) noexcept { heddle::runtime::arena_release(memory); }
void operator delete[](void* memory, std::size_t) noexcept { heddle::runtime::arena_release(memory); }
