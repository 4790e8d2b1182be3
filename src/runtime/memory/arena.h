// Memory for Heddle's own use inside the program: never the program's heap. operator new and delete of
// everything that is linked into the runtime end here (they are hidden in it; the program's own are not
// touched).
//
// There are two kinds. *Lasting* memory holds what outlives an execution: the search, its strategy, what was
// learnt. *Execution* memory holds the state of the execution that is running. Whoever restores the program's
// memory (isolation/image.h) puts the latter back together with it, and leaves the former alone.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::runtime {

void* arena_allocate(std::size_t size);
void arena_release(void* memory);

// Which memory arena_allocate takes, within the life of the object.
enum class Lifetime : std::uint8_t { kLasting, kExecution };
[[gnu::visibility("hidden")]] extern Lifetime lifetime_of_new_memory;

class AllocateAs {
 public:
  explicit AllocateAs(Lifetime lifetime) : before_(lifetime_of_new_memory) {
    lifetime_of_new_memory = lifetime;
  }
  ~AllocateAs() { lifetime_of_new_memory = before_; }
  AllocateAs(const AllocateAs&) = delete;
  AllocateAs& operator=(const AllocateAs&) = delete;

 private:
  Lifetime before_;
};

struct MemoryRange {
  std::uint64_t start;
  std::uint64_t end;

  bool contains(std::uint64_t address) const { return address >= start && address < end; }
};

// Where memory of either kind lies; of the second as far as it is in use.
// All of it begins within 512 GB: the system's tables of pages, which a fork copies, have a level of that
// size.
inline constexpr MemoryRange kExecutionMemory{0x3000'0000'0000ull, 0x3010'0000'0000ull};
inline constexpr MemoryRange kLastingMemory{0x3010'0000'0000ull, 0x4000'0000'0000ull};
std::uint64_t execution_memory_end();

// Lasting address space without memory behind it until it is touched, full of zeros; null when the system
// refuses.
void* reserve_memory(std::size_t size);
// The same at a place that the caller chose.
void* reserve_memory_at(std::uint64_t address, std::size_t size);

// An address range of which more is mapped as it is needed: whoever runs the program with little address
// space (qemu-user 7.2 spends 400 MB and seconds on 64 GiB; a limit of the shell) is not asked for more than
// that.
class GrowingRange {
 public:
  explicit GrowingRange(MemoryRange range) : range_(range) {}
  // Makes sure that the first `size` bytes are mapped.
  bool map_up_to(std::uint64_t size);

 private:
  MemoryRange range_;
  std::uint64_t mapped_ = 0;
};

// Says so and ends the process.
[[noreturn]] void out_of_memory();

}  // namespace heddle::runtime
