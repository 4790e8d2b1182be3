// Where the state of a granule is kept: in shadow memory, but for the granule that a block of the heap ends
// in the middle of. What belongs to the block and what lies behind it meet there in one cell, so that the
// cell sends every access to the heap guard (services/heap_guard.h), and the state is kept in the block.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "runtime/memory/heap.h"
#include "runtime/memory/shadow.h"

namespace heddle::runtime {

inline constexpr sharing::Cell kTailCell = sharing::shared(0x7fff'ffff);

inline sharing::Cell* cell_of(std::uint64_t granule, sharing::Cell* cell) {
  return *cell == kTailCell ? heap::tail_cell(granule) : cell;
}
inline sharing::Cell* cell_of(std::uint64_t granule) {
  return cell_of(granule, shadow::cell(granule));
}

}  // namespace heddle::runtime
