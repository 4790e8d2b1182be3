#include "runtime/memory/arena.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>
#include <bit>
#include <new>

#include "runtime/arch/raw_syscall.h"

namespace heddle::runtime {

Lifetime lifetime_of_new_memory = Lifetime::kLasting;

namespace {

// Blocks of powers of two. A header of 16 bytes holds the size class, which keeps blocks aligned.
struct Header {
  std::uint64_t size_class;
  std::uint64_t unused;
};
static_assert(sizeof(Header) == 16);

struct FreeBlock {
  FreeBlock* next;
};

constexpr unsigned kClasses = 44;
constexpr std::uint64_t kStep = 1ull << 28;

// Small blocks lie together in slabs, apart from tables that are hardly written to: each page that an
// execution writes to is one to be copied in a fork, or to be put back.
constexpr unsigned kSmallClass = 10;
constexpr unsigned kSlabClass = 14;

struct Blocks {
  FreeBlock* free[kClasses];
  std::uint64_t used;  // bytes from the start of the range
  std::uint64_t slab, end_of_slab;
};

// Blocks of lasting memory begin with this; whatever is behind them was reserved by itself.
struct Lasting {
  Blocks blocks;
  GrowingRange own;
  GrowingRange execution;
  std::uint64_t reserved;  // the next address for reserve_memory
};
constexpr std::uint64_t kReservedStart = kLastingMemory.start + (1ull << 36);

Lasting* lasting = nullptr;
Blocks execution_blocks;

void* map(std::size_t size, std::uint64_t address) {
  const long result = raw_syscall(SYS_mmap, address, size, PROT_READ | PROT_WRITE,
                                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (result == static_cast<long>(address)) return reinterpret_cast<void*>(result);
  // Who does not know the flag (Linux before 4.17, qemu 7) takes the address for a wish.
  if (result > 0) raw_syscall(SYS_munmap, result, size);
  return nullptr;
}

Lasting& lasting_memory() {
  if (lasting != nullptr) [[likely]]
    return *lasting;
  GrowingRange own(kLastingMemory);
  if (!own.map_up_to(1)) out_of_memory();
  lasting = new (reinterpret_cast<void*>(kLastingMemory.start))
      Lasting{{}, own, GrowingRange(kExecutionMemory), kReservedStart};
  lasting->blocks.used = (sizeof(Lasting) + 15) & ~std::uint64_t{15};
  return *lasting;
}

// So many bytes at the end of what is in use.
std::uint64_t extend(Blocks& blocks, GrowingRange& range, unsigned size_class) {
  const std::uint64_t offset = blocks.used;
  blocks.used += std::uint64_t{1} << size_class;
  if (!range.map_up_to(blocks.used)) out_of_memory();
  return offset;
}

std::uint64_t extend_small(Blocks& blocks, GrowingRange& range, unsigned size_class) {
  const std::uint64_t size = std::uint64_t{1} << size_class;
  if (blocks.end_of_slab - blocks.slab < size) {
    blocks.slab = extend(blocks, range, kSlabClass);
    blocks.end_of_slab = blocks.slab + (std::uint64_t{1} << kSlabClass);
  }
  blocks.slab += size;
  return blocks.slab - size;
}

void* take(Blocks& blocks, GrowingRange& range, std::uint64_t start, unsigned size_class) {
  if (size_class >= kClasses) out_of_memory();
  if (FreeBlock* block = blocks.free[size_class]) {
    blocks.free[size_class] = block->next;
    return block;
  }
  const std::uint64_t offset =
      size_class <= kSmallClass ? extend_small(blocks, range, size_class) : extend(blocks, range, size_class);
  auto* header = reinterpret_cast<Header*>(start + offset);
  header->size_class = size_class;
  return header + 1;
}

// All but the first page of a large free block.
constexpr unsigned kGivenBackClass = 20;
void give_back(FreeBlock* block, std::uint64_t size) {
  constexpr std::uint64_t kPage = 65536;
  const std::uint64_t start = (reinterpret_cast<std::uint64_t>(block) & ~(kPage - 1)) + kPage;
  const std::uint64_t end = (reinterpret_cast<std::uint64_t>(block) - sizeof(Header) + size) & ~(kPage - 1);
  raw_syscall(SYS_madvise, start, end - start, MADV_DONTNEED);
}

}  // namespace

bool GrowingRange::map_up_to(std::uint64_t size) {
  if (size <= mapped_) return true;
  const std::uint64_t more = (size - mapped_ + kStep - 1) & ~(kStep - 1);
  if (more > range_.end - range_.start - mapped_ || map(more, range_.start + mapped_) == nullptr)
    return false;
  mapped_ += more;
  return true;
}

void out_of_memory() {
  constexpr char kNoMemory[] = "heddle: the runtime is out of memory\n";
  constexpr char kLimited[] =
      "heddle: the address space is limited (ulimit -v): Heddle reserves much of it, without using the "
      "memory; lift the limit\n";
  rlimit64 limit{};
  raw_syscall(SYS_prlimit64, 0, RLIMIT_AS, nullptr, &limit);
  if (limit.rlim_cur != RLIM64_INFINITY)
    raw_syscall(SYS_write, 2, kLimited, sizeof kLimited - 1);
  else
    raw_syscall(SYS_write, 2, kNoMemory, sizeof kNoMemory - 1);
  raw_syscall(SYS_exit_group, 3);
  __builtin_unreachable();
}

std::uint64_t execution_memory_end() {
  return kExecutionMemory.start + execution_blocks.used;
}

void* reserve_memory(std::size_t size) {
  constexpr std::uint64_t kPage = 65536;  // however large the kernel makes them
  Lasting& memory = lasting_memory();
  const std::uint64_t whole = (size + kPage - 1) & ~(kPage - 1);
  void* reserved = map(whole, memory.reserved);
  if (reserved != nullptr) memory.reserved += whole;
  return reserved;
}

void* reserve_memory_at(std::uint64_t address, std::size_t size) {
  return map(size, address);
}

void* arena_allocate(std::size_t size) {
  const std::size_t whole = (size < sizeof(FreeBlock) ? sizeof(FreeBlock) : size) + sizeof(Header);
  const unsigned size_class = static_cast<unsigned>(std::bit_width(whole - 1));
  Lasting& memory = lasting_memory();
  if (lifetime_of_new_memory == Lifetime::kLasting)
    return take(memory.blocks, memory.own, kLastingMemory.start, size_class);
  return take(execution_blocks, memory.execution, kExecutionMemory.start, size_class);
}

void arena_release(void* memory) {
  if (memory == nullptr) return;
  const std::uint64_t size_class = (static_cast<Header*>(memory) - 1)->size_class;
  Blocks& blocks =
      kExecutionMemory.contains(reinterpret_cast<std::uint64_t>(memory)) ? execution_blocks : lasting->blocks;
  auto* block = static_cast<FreeBlock*>(memory);
  block->next = blocks.free[size_class];
  blocks.free[size_class] = block;
  if (size_class >= kGivenBackClass) give_back(block, std::uint64_t{1} << size_class);
}

}  // namespace heddle::runtime

void* operator new(std::size_t size) {
  return heddle::runtime::arena_allocate(size);
}
void* operator new[](std::size_t size) {
  return heddle::runtime::arena_allocate(size);
}
void operator delete(void* memory) noexcept {
  heddle::runtime::arena_release(memory);
}
void operator delete[](void* memory) noexcept {
  heddle::runtime::arena_release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  heddle::runtime::arena_release(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  heddle::runtime::arena_release(memory);
}
