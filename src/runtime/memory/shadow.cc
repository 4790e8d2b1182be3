#include "runtime/memory/shadow.h"

#include <sys/mman.h>
#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/arch/raw_syscall.h"
#include "runtime/memory/arena.h"
#include "runtime/system/large.h"

namespace heddle::runtime::shadow {

HEDDLE_LARGE alignas(65536) Chunk chunks[1u << (kAddressBits - kChunkBits)];

namespace {

// Memory is kept for so many pieces, and for twice those that executions need these days: a page fault costs
// ten times as much as clearing a page.
constexpr std::size_t kKeptPieces = 4096;
constexpr std::size_t kForgettingRate = 64;

struct Lists {
  std::vector<std::uint64_t> touched;   // start addresses, in order of first touch
  std::vector<std::uint64_t> resident;  // of the pieces
  std::vector<std::uint64_t> reserved;  // numbers of chunks
  std::vector<Chunk> spare;             // chunks full of zeros, to be used again
  std::size_t usual = 0;                // about the most pieces that a recent execution touched
};
Lists* the_lists;

Lists& lists() {
  if (the_lists == nullptr) [[unlikely]] {
    const AllocateAs lasting(Lifetime::kLasting);
    the_lists = new Lists;
  }
  return *the_lists;
}

std::uint64_t masked(std::uint64_t address) {
  return address & ((1ull << kAddressBits) - 1);
}

PiecesOfChunk* pieces_around(std::uint64_t piece) {
  return chunks[piece >> kChunkBits].pieces;
}

void clear_cells(std::uint64_t start, std::uint64_t end) {
  sharing::Cell* first = cell(start);
  std::memset(static_cast<void*>(first), 0, ((end - start) >> kGranuleBits) * sizeof(sharing::Cell));
}

// The lines of a piece that were touched.
void clear_piece(std::uint64_t piece) {
  PiecesOfChunk& around = *pieces_around(piece);
  static_assert(sizeof(sharing::Cell) == kGranuleSize);
  char* const cells = reinterpret_cast<char*>(cell(piece));
  const std::uint64_t lines = std::exchange(around.lines_of(piece), 0);
  around.touched.erase(piece);
  if (lines == ~0ull) return clear_cells(piece, piece + kPieceSize);
  for (std::uint64_t left = lines; left != 0; left &= left - 1)
    std::memset(cells + (static_cast<std::size_t>(__builtin_ctzll(left)) << kLineBits), 0, 1u << kLineBits);
}

Chunk new_chunk() {
  Chunk chunk{};
  chunk.cells = static_cast<sharing::Cell*>(reserve_memory(1ull << kChunkBits));
  if (chunk.cells == nullptr) out_of_memory();
  chunk.pieces = static_cast<PiecesOfChunk*>(reserve_memory(sizeof(PiecesOfChunk)));
  if (chunk.pieces == nullptr) out_of_memory();
  return chunk;
}

// Their contents are zeros from here on. The system is asked once for neighbours.
void give_back(std::vector<std::uint64_t>& pieces) {
  std::sort(pieces.begin(), pieces.end());
  for (std::size_t i = 0, k; i < pieces.size(); i = k) {
    for (k = i + 1; k < pieces.size() && pieces[k] == pieces[k - 1] + kPieceSize &&
                    pieces[k] >> kChunkBits == pieces[i] >> kChunkBits;)
      ++k;
    static_assert(sizeof(sharing::Cell) == kGranuleSize);
    raw_syscall(SYS_madvise, cell(pieces[i]), (k - i) * kPieceSize, MADV_DONTNEED);
  }
  for (const std::uint64_t piece : pieces) {
    PiecesOfChunk& around = *pieces_around(piece);
    around.resident.erase(piece);
    --around.resident_count;
  }
}

// A chunk without a piece that was touched is as good as new, and can stand for another part of the program.
void take_spare_chunks() {
  std::erase_if(lists().reserved, [](std::uint64_t number) {
    if (chunks[number].pieces->resident_count != 0) return false;
    lists().spare.push_back(chunks[number]);
    chunks[number] = {};
    return true;
  });
}

// Where the system does not give zeros for what it was given back (an emulator), nothing is spared by it but
// nothing is wrong either: the cells have been cleared.
void give_back_what_is_not_used() {
  Lists& all = lists();
  all.usual = std::max(all.touched.size(), all.usual - all.usual / kForgettingRate);
  if (all.resident.size() <= kKeptPieces + 2 * all.usual) return;
  const auto is_touched = [](std::uint64_t piece) { return pieces_around(piece)->touched.contains(piece); };
  const auto unused = std::partition(all.resident.begin(), all.resident.end(), is_touched);
  std::vector<std::uint64_t> pieces(unused, all.resident.end());
  all.resident.erase(unused, all.resident.end());
  give_back(pieces);
  take_spare_chunks();
}

}  // namespace

sharing::Cell* make_chunk(std::uint64_t address) {
  const std::uint64_t number = masked(address) >> kChunkBits;
  static_assert(sizeof(sharing::Cell) == kGranuleSize,
                "a chunk of the program needs a shadow of the same size");
  const AllocateAs lasting(Lifetime::kLasting);
  Lists& all = lists();
  all.reserved.push_back(number);
  if (all.spare.empty()) {
    chunks[number] = new_chunk();
  } else {
    chunks[number] = all.spare.back();
    all.spare.pop_back();
  }
  return chunks[number].cells;
}

void prepare(std::uint64_t start, std::uint64_t end) {
  for (std::uint64_t address = start; address < end; address = ((address >> kChunkBits) + 1) << kChunkBits)
    cell(address);
}

void note_touched_line(std::uint64_t address) {
  const std::uint64_t piece = masked(address) & ~(kPieceSize - 1);
  PiecesOfChunk& around = *pieces_around(piece);
  const std::uint64_t before = around.lines_of(piece);
  around.lines_of(piece) = before | 1ull << ((address >> kLineBits) % 64);
  if (before != 0) return;
  const AllocateAs lasting(Lifetime::kLasting);
  around.touched.insert(piece);
  lists().touched.push_back(piece);
  if (around.resident.contains(piece)) return;
  around.resident.insert(piece);
  ++around.resident_count;
  lists().resident.push_back(piece);
}

void clear(std::uint64_t start, std::uint64_t end) {
  start = masked(start) & ~(kGranuleSize - 1);
  end = (masked(end) + kGranuleSize - 1) & ~(kGranuleSize - 1);
  while (start < end) {
    const std::uint64_t piece = start & ~(kPieceSize - 1);
    const std::uint64_t piece_end = piece + kPieceSize;
    const std::uint64_t stop = end < piece_end ? end : piece_end;
    const PiecesOfChunk* around = pieces_around(piece);
    if (around == nullptr) {
      start = ((piece >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    if (!around->touched.has_neighbours_of(piece)) {  // a large range, such as a stack, is mostly untouched
      start = (piece & ~(PieceSet::kPiecesPerWord * kPieceSize - 1)) + PieceSet::kPiecesPerWord * kPieceSize;
      continue;
    }
    if (around->touched.contains(piece)) clear_cells(start, stop);
    start = stop;
  }
}

std::uint64_t next_touched(std::uint64_t start, std::uint64_t end) {
  while (start < end) {
    const std::uint64_t piece = masked(start) & ~(kPieceSize - 1);
    const PiecesOfChunk* around = pieces_around(piece);
    if (around == nullptr) {
      start = ((start >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    if (around->touched.contains(piece)) return start;
    start = (start & ~(kPieceSize - 1)) + kPieceSize;
  }
  return end;
}

const std::vector<std::uint64_t>& touched() {
  return lists().touched;
}

void clear_since(std::size_t count) {
  const AllocateAs lasting(Lifetime::kLasting);
  Lists& all = lists();
  give_back_what_is_not_used();
  for (std::size_t i = count; i < all.touched.size(); ++i) clear_piece(all.touched[i]);
  if (count < all.touched.size()) all.touched.resize(count);
}

void clear_all() {
  clear_since(0);
}

std::size_t resident_pieces() {
  return lists().resident.size();
}

std::size_t reserved_chunks() {
  return lists().reserved.size() + lists().spare.size();
}

}  // namespace heddle::runtime::shadow
