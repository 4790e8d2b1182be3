// One 32-bit cell for every four bytes of the program's memory (analysis/sharing.h says what it holds), found by two
// loads. Chunks come into being when first touched; clearing costs in proportion to what was touched.
#pragma once

#include <cstdint>

#include "analysis/sharing.h"
#include "event/location.h"

namespace heddle::runtime::shadow {

inline constexpr unsigned kChunkBits = 26;  // 64 MiB of the program a chunk
inline constexpr unsigned kAddressBits = 48;

[[gnu::visibility("hidden")]] extern sharing::Cell* chunks[1u << (kAddressBits - kChunkBits)];

sharing::Cell* make_chunk(std::uint64_t address);

inline sharing::Cell* cell(std::uint64_t address) {
  sharing::Cell* chunk = chunks[(address & ((1ull << kAddressBits) - 1)) >> kChunkBits];
  if (chunk == nullptr) [[unlikely]]
    chunk = make_chunk(address);
  return chunk + ((address & ((1ull << kChunkBits) - 1)) >> kGranuleBits);
}

// To be called whenever a cell that was 0 is written.
void note_touched(std::uint64_t address);

// The memory has a new owner or a new meaning: nothing is known of it.
void clear(std::uint64_t start, std::uint64_t end);
void clear_all();

}  // namespace heddle::runtime::shadow
