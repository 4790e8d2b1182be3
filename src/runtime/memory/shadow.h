// One 32-bit cell for every four bytes of the program's memory (analysis/sharing.h says what it holds), found
// by two loads. Chunks come into being when first touched; clearing costs in proportion to what was touched
// since the last time, and memory that was not touched again for long is given back: a program whose
// addresses are others in every execution must not slow down the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/sharing.h"
#include "event/location.h"

namespace heddle::runtime::shadow {

inline constexpr unsigned kChunkBits = 26;  // 64 MiB of the program a chunk
inline constexpr unsigned kAddressBits = 48;

struct PiecesOfChunk;

// The two lie together: in a forked child each page of this table costs a fault.
struct Chunk {
  sharing::Cell* cells;
  PiecesOfChunk* pieces;
};

// In pages of its own: it is not restored with the rest of the library's variables.
alignas(65536) [[gnu::visibility("hidden")]] extern Chunk chunks[1u << (kAddressBits - kChunkBits)];

sharing::Cell* make_chunk(std::uint64_t address);

inline sharing::Cell* cell(std::uint64_t address) {
  sharing::Cell* cells = chunks[(address & ((1ull << kAddressBits) - 1)) >> kChunkBits].cells;
  if (cells == nullptr) [[unlikely]]
    cells = make_chunk(address);
  return cells + ((address & ((1ull << kChunkBits) - 1)) >> kGranuleBits);
}

// Makes the chunks of a range that the program is going to touch.
void prepare(std::uint64_t start, std::uint64_t end);

// To be called whenever a cell that was 0 is written.
void note_touched(std::uint64_t address);

// The memory has a new owner or a new meaning: nothing is known of it.
void clear(std::uint64_t start, std::uint64_t end);
void clear_all();
// Clears what was touched after the first `count` pieces of touched(), and takes it out of that list.
void clear_since(std::size_t count);

// The first address of the range whose cell may be other than 0, or its end.
std::uint64_t next_touched(std::uint64_t start, std::uint64_t end);

// The cells of memory that was touched since the list was cleared, a page for each of these addresses, in
// order of first touch.
inline constexpr std::uint64_t kPieceSize = 4096;
const std::vector<std::uint64_t>& touched();

// For tests: how many pieces have memory behind them, and how many chunks have address space.
std::size_t resident_pieces();
std::size_t reserved_chunks();

// visit(granule, cell) for all cells of the range that may be other than 0.
template <typename Visit>
void each_touched(std::uint64_t start, std::uint64_t end, Visit visit) {
  start &= ~(kGranuleSize - 1);
  while ((start = next_touched(start, end)) < end) {
    const std::uint64_t piece_end = (start & ~(kPieceSize - 1)) + kPieceSize;
    const std::uint64_t stop = end < piece_end ? end : piece_end;
    for (sharing::Cell* each = cell(start); start < stop; start += kGranuleSize, ++each) visit(start, each);
  }
}

}  // namespace heddle::runtime::shadow
