// The memory that the program mapped by itself, with names: a mapping is the n-th one of its thread at a call
// stack, as a block of the heap is the n-th allocation (event/location.h).
#pragma once

#include <cstdint>

#include "runtime/memory/heap.h"

namespace heddle::runtime {

// A range of one mapping; what was taken out of its middle leaves two.
struct ProgramMapping {
  std::uint64_t start = 0;
  std::uint64_t end = 0;
  std::uint64_t origin = 0;  // where offset 0 lies, there or not
  std::uint64_t size = 0;    // as it was mapped
  BlockName name;
};

namespace mappings {

void begin_execution();
// Nothing is known of the memory any more, whatever was there.
void remove(std::uint64_t start, std::uint64_t size);
// Memory that was just mapped, in the place of what was there.
void add(std::uint64_t start, std::uint64_t size, const BlockName& name);
// mremap: it keeps its name.
void move(std::uint64_t from, std::uint64_t size, std::uint64_t to, std::uint64_t new_size);
// The mapping that the address lies in, or null.
const ProgramMapping* find(std::uint64_t address);

}  // namespace mappings

}  // namespace heddle::runtime
