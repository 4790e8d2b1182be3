// The program's heap while it is under control: at a fixed address, with the same block for the same sequence
// of calls in every execution, and able to tell which block an address lies in and where that block was
// allocated.
#pragma once

#include <cstddef>
#include <cstdint>

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
};

namespace heap {

inline constexpr std::uint64_t kBase = 0x1000'0000'0000ull;
inline constexpr std::uint64_t kSize = 64ull << 30;

inline bool owns(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory) - kBase < kSize;
}

// Takes the address space that the heap begins with; false when it is not to be had.
bool reserve();
// Behind everything that was ever allocated.
std::uint64_t end();
void* allocate(std::size_t size, std::size_t alignment, const BlockName& name, bool zeroed);
void release(void* memory);
// What was asked for, and no more: the rest of the block is not the program's.
std::size_t usable_size(const void* memory);
Block find(std::uint64_t address);

}  // namespace heap

}  // namespace heddle::runtime
