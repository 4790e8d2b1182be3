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

// 1 GiB of the program a chunk: then the table of chunks has 2 MB for all addresses of a program, which is
// one table of the system's pages, copied by each fork.
inline constexpr unsigned kChunkBits = 30;
inline constexpr unsigned kAddressBits = 48;

// Shadow memory has memory behind it, and is listed, in pieces of 4 KiB, which stand for as many bytes of the
// program. It is cleared in lines of 64 bytes: most pieces are hardly used.
inline constexpr unsigned kPieceBits = 12;
inline constexpr unsigned kLineBits = 6;
inline constexpr std::size_t kPiecesPerChunk = 1u << (kChunkBits - kPieceBits);

// Some of the pieces of a group.
class PieceSet {
 public:
  bool contains(std::uint64_t piece) const { return (bits_ & bit_of(piece)) != 0; }
  bool is_empty() const { return bits_ == 0; }
  void insert(std::uint64_t piece) { bits_ |= bit_of(piece); }
  void erase(std::uint64_t piece) { bits_ &= ~bit_of(piece); }

 private:
  static std::uint64_t bit_of(std::uint64_t piece) { return 1ull << ((piece >> kPieceBits) % 64); }

  std::uint64_t bits_;
};

// All that is known of a piece lies together: in a forked child each page of it costs a fault.
struct PieceGroup {
  static constexpr std::size_t kPieces = 64;

  std::uint64_t lines[kPieces];  // of each piece: those that were touched
  PieceSet touched;
  PieceSet resident;  // with memory behind them: all that were touched, now or earlier
};

// Lasting memory, like the chunks: it is not restored with the program's.
struct PiecesOfChunk {
  PieceGroup groups[kPiecesPerChunk / PieceGroup::kPieces];
  std::size_t resident_count;

  PieceGroup& around(std::uint64_t address) {
    return groups[((address >> kPieceBits) % kPiecesPerChunk) / PieceGroup::kPieces];
  }
  std::uint64_t& lines_of(std::uint64_t address) {
    return around(address).lines[(address >> kPieceBits) % PieceGroup::kPieces];
  }
};

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

// This process ends with its execution.
void never_clear();

// The pieces that a process has touched which ends with its execution: they will not be cleared, and need not
// be listed. A page here is less than a page of each chunk.
struct FewPieces {
  static constexpr std::size_t kMost = 96;

  std::uint32_t count;
  bool are_all;  // false: this is not such a process, or there are too many
  std::uint64_t last;
  std::uint64_t pieces[kMost];
};
[[gnu::visibility("hidden")]] extern FewPieces few_pieces;

void note_touched_line(std::uint64_t address);
void note_touched_piece(std::uint64_t piece);
// To be called whenever a cell that was 0 is written.
inline void note_touched(std::uint64_t address) {
  if (few_pieces.are_all) {
    const std::uint64_t piece = address & ~((1ull << kPieceBits) - 1);
    if (few_pieces.last != piece) note_touched_piece(piece);
    return;
  }
  const Chunk& chunk = chunks[(address & ((1ull << kAddressBits) - 1)) >> kChunkBits];
  const std::uint64_t line = 1ull << ((address >> kLineBits) % 64);
  if ((chunk.pieces->lines_of(address) & line) == 0) note_touched_line(address);
}

// The memory has a new owner or a new meaning: nothing is known of it.
void clear(std::uint64_t start, std::uint64_t end);
void clear_all();
// Clears what was touched after the first `count` pieces of touched(), and takes it out of that list.
void clear_since(std::size_t count);

// The first address of the range whose cell may be other than 0, or its end.
std::uint64_t next_touched(std::uint64_t start, std::uint64_t end);

// The cells of memory that was touched since the list was cleared, a page for each of these addresses, in
// order of first touch.
inline constexpr std::uint64_t kPieceSize = 1u << kPieceBits;
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
