// The program's heap while it is under control: at a fixed address, with the same block for the same sequence
// of calls in every execution, and able to tell which block an address lies in and where that block was
// allocated. A block that was freed is held back for a while, so that a late access finds it dead.
#pragma once

#include <cstddef>
#include <cstdint>

#include "analysis/sharing.h"
#include "event/ids.h"

namespace heddle::runtime {

// Who allocated a block, as far as names are made of it (event/location.h).
struct BlockName {
  std::uint64_t object = 0;
  std::uint64_t thread = 0;
  SiteId site = kNoSite;
  std::uint32_t ordinal = 0;
};

struct Block {
  std::uint64_t start = 0;  // what malloc returned; 0: the address lies in no block
  std::uint64_t size = 0;
  bool live = false;
  BlockName name;
  sharing::Segment allocated_in = 0;  // of a live one; 0: its allocation does not count

  bool holds(std::uint64_t address, std::uint64_t bytes) const {
    return live && address >= start && address + bytes <= start + size;
  }
};

namespace heap {

inline constexpr std::uint64_t kBase = 0x1000'0000'0000ull;
inline constexpr std::uint64_t kSize = 64ull << 30;

inline bool owns(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory) - kBase < kSize;
}

// Takes the address space that the heap begins with; false when it is not to be had.
bool reserve();
// Which segments allocated the blocks of earlier executions means nothing any more.
void begin_execution();
// Behind everything that was ever allocated.
std::uint64_t end();
void* allocate(std::size_t size, std::size_t alignment, const BlockName& name, bool zeroed,
               sharing::Segment allocated_in = 0);
// Of what it may be given, only the start of a live block does anything.
void release(void* memory);
// So many bytes of freed blocks are held back at most; at first none.
inline constexpr std::uint64_t kHeldBack = 1u << 20;
void hold_back(std::uint64_t bytes);
// What was asked for, and no more: the rest of the block is not the program's.
std::size_t usable_size(const void* memory);
// Whether all of these bytes are the program's: they lie in one live block.
bool holds(std::uint64_t address, std::uint64_t bytes);
Block find(std::uint64_t address);
// Which segment allocated the live block around the address; 0: none that counts.
struct Allocation {
  std::uint64_t start = 0;  // of the block
  std::uint64_t size = 0;
  sharing::Segment segment = 0;
};
Allocation allocation_around(std::uint64_t address);
// The same, and for an address between blocks the nearer one of the two around it.
Block nearest(std::uint64_t address);
// What is known of the granule that the live block around the address ends in the middle of
// (memory/cells.h).
sharing::Cell* tail_cell(std::uint64_t address);

}  // namespace heap

}  // namespace heddle::runtime
