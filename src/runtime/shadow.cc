#include "runtime/shadow.h"

#include <cstring>
#include <vector>

#include "runtime/arena.h"

namespace heddle::runtime::shadow {

alignas(65536) Chunk chunks[1u << (kAddressBits - kChunkBits)];

// Lasting memory, like the chunks: how far the program has ever touched its memory is kept when that is
// restored. Shadow memory is cleared in pieces of 4 KiB, which stand for as many bytes of the program.
constexpr unsigned kPieceBits = 12;
static_assert(kPieceSize == 1u << kPieceBits);
constexpr std::size_t kPiecesPerWord = 64;
constexpr std::size_t kPiecesPerChunk = 1u << (kChunkBits - kPieceBits);

struct TouchedPieces {
  std::uint64_t bits[kPiecesPerChunk / kPiecesPerWord];
};

namespace {

std::vector<std::uint64_t>* touched_pieces;  // start addresses, in order of first touch

std::vector<std::uint64_t>& touched_list() {
  if (touched_pieces == nullptr) [[unlikely]] {
    const AllocateAs lasting(Lifetime::kLasting);
    touched_pieces = new std::vector<std::uint64_t>;
  }
  return *touched_pieces;
}

std::uint64_t masked(std::uint64_t address) {
  return address & ((1ull << kAddressBits) - 1);
}

std::uint64_t& word_of(std::uint64_t piece_start) {
  return chunks[piece_start >> kChunkBits]
      .touched->bits[((piece_start >> kPieceBits) % kPiecesPerChunk) / kPiecesPerWord];
}
std::uint64_t bit_of(std::uint64_t piece_start) {
  return 1ull << ((piece_start >> kPieceBits) % kPiecesPerWord);
}

void clear_cells(std::uint64_t start, std::uint64_t end) {
  sharing::Cell* first = cell(start);
  std::memset(static_cast<void*>(first), 0, ((end - start) >> kGranuleBits) * sizeof(sharing::Cell));
}

}  // namespace

sharing::Cell* make_chunk(std::uint64_t address) {
  const std::uint64_t number = masked(address) >> kChunkBits;
  static_assert(sizeof(sharing::Cell) == kGranuleSize,
                "a chunk of the program needs a shadow of the same size");
  Chunk& chunk = chunks[number];
  const AllocateAs lasting(Lifetime::kLasting);
  chunk.cells = static_cast<sharing::Cell*>(reserve_memory(1ull << kChunkBits));
  if (chunk.cells == nullptr) out_of_memory();
  chunk.touched = static_cast<TouchedPieces*>(arena_allocate(sizeof(TouchedPieces)));
  std::memset(chunk.touched, 0, sizeof(TouchedPieces));
  return chunk.cells;
}

void prepare(std::uint64_t start, std::uint64_t end) {
  for (std::uint64_t address = start; address < end; address = ((address >> kChunkBits) + 1) << kChunkBits)
    cell(address);
}

void note_touched(std::uint64_t address) {
  const std::uint64_t piece = masked(address) & ~(kPieceSize - 1);
  std::uint64_t& word = word_of(piece);
  if ((word & bit_of(piece)) != 0) return;
  word |= bit_of(piece);
  const AllocateAs lasting(Lifetime::kLasting);
  touched_list().push_back(piece);
}

void clear(std::uint64_t start, std::uint64_t end) {
  start = masked(start) & ~(kGranuleSize - 1);
  end = (masked(end) + kGranuleSize - 1) & ~(kGranuleSize - 1);
  while (start < end) {
    const std::uint64_t piece = start & ~(kPieceSize - 1);
    const std::uint64_t piece_end = piece + kPieceSize;
    const std::uint64_t stop = end < piece_end ? end : piece_end;
    if (chunks[piece >> kChunkBits].touched == nullptr) {
      start = ((piece >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    const std::uint64_t word = word_of(piece);
    if (word == 0) {  // a large range, such as a stack, is mostly untouched
      start = (piece & ~(kPiecesPerWord * kPieceSize - 1)) + kPiecesPerWord * kPieceSize;
      continue;
    }
    if ((word & bit_of(piece)) != 0) clear_cells(start, stop);
    start = stop;
  }
}

std::uint64_t next_touched(std::uint64_t start, std::uint64_t end) {
  while (start < end) {
    const std::uint64_t piece = masked(start) & ~(kPieceSize - 1);
    if (chunks[piece >> kChunkBits].touched == nullptr) {
      start = ((start >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    if ((word_of(piece) & bit_of(piece)) != 0) return start;
    start = (start & ~(kPieceSize - 1)) + kPieceSize;
  }
  return end;
}

const std::vector<std::uint64_t>& touched() {
  return touched_list();
}

void clear_all() {
  for (std::uint64_t piece : touched_list()) {
    clear_cells(piece, piece + kPieceSize);
    word_of(piece) &= ~bit_of(piece);
  }
  touched_list().clear();
}

}  // namespace heddle::runtime::shadow
