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
FewPieces few_pieces;

namespace {

// Memory is kept for so many pieces, and for twice those that executions need these days: a page fault costs
// ten times as much as clearing a page.
constexpr std::size_t kKeptPieces = 4096;
constexpr std::size_t kForgettingRate = 64;

constexpr std::size_t kChunksAtOnce = 8;

struct Lists {
  std::vector<std::uint64_t> touched;   // start addresses, in order of first touch
  std::vector<std::uint64_t> resident;  // of the pieces
  std::vector<std::uint64_t> reserved;  // numbers of chunks
  std::vector<Chunk> spare;             // chunks full of zeros, to be used again
  std::size_t usual = 0;                // about the most pieces that a recent execution touched
  // For the chunks to come: few pages of each are used, so that a table of the system's pages has room for
  // those of several.
  PiecesOfChunk* next_pieces = nullptr;
  PiecesOfChunk* end_of_pieces = nullptr;
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

PieceGroup& group_of(std::uint64_t piece) {
  return pieces_around(piece)->around(piece);
}

PiecesOfChunk* new_pieces() {
  Lists& all = lists();
  if (all.next_pieces == all.end_of_pieces) {
    all.next_pieces = static_cast<PiecesOfChunk*>(reserve_memory(kChunksAtOnce * sizeof(PiecesOfChunk)));
    if (all.next_pieces == nullptr) out_of_memory();
    all.end_of_pieces = all.next_pieces + kChunksAtOnce;
  }
  return all.next_pieces++;
}

void clear_cells(std::uint64_t start, std::uint64_t end) {
  sharing::Cell* first = cell(start);
  std::memset(static_cast<void*>(first), 0, ((end - start) >> kGranuleBits) * sizeof(sharing::Cell));
}

// The lines of a piece that were touched.
void clear_piece(std::uint64_t piece) {
  static_assert(sizeof(sharing::Cell) == kGranuleSize);
  char* const cells = reinterpret_cast<char*>(cell(piece));
  const std::uint64_t lines = std::exchange(pieces_around(piece)->lines_of(piece), 0);
  group_of(piece).touched.erase(piece);
  if (lines == ~0ull) return clear_cells(piece, piece + kPieceSize);
  for (std::uint64_t left = lines; left != 0; left &= left - 1)
    std::memset(cells + (static_cast<std::size_t>(__builtin_ctzll(left)) << kLineBits), 0, 1u << kLineBits);
}

Chunk new_chunk() {
  Chunk chunk{};
  chunk.cells = static_cast<sharing::Cell*>(reserve_memory(1ull << kChunkBits));
  if (chunk.cells == nullptr) out_of_memory();
  chunk.pieces = new_pieces();
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
    group_of(piece).resident.erase(piece);
    --pieces_around(piece)->resident_count;
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
  const auto is_touched = [](std::uint64_t piece) { return group_of(piece).touched.contains(piece); };
  const auto unused = std::partition(all.resident.begin(), all.resident.end(), is_touched);
  std::vector<std::uint64_t> pieces(unused, all.resident.end());
  all.resident.erase(unused, all.resident.end());
  give_back(pieces);
  take_spare_chunks();
}

void clear_of_few(std::uint64_t start, std::uint64_t end) {
  for (std::uint32_t i = 0; i < few_pieces.count; ++i) {
    const std::uint64_t piece = few_pieces.pieces[i];
    const std::uint64_t from = std::max(start, piece), to = std::min(end, piece + kPieceSize);
    if (from < to) clear_cells(from, to);
  }
}

std::uint64_t next_of_few(std::uint64_t start, std::uint64_t end) {
  const std::uint64_t tag = start - masked(start);
  std::uint64_t next = end - tag;
  for (std::uint32_t i = 0; i < few_pieces.count; ++i) {
    const std::uint64_t piece = few_pieces.pieces[i];
    if (piece + kPieceSize > start - tag) next = std::min(next, std::max(start - tag, piece));
  }
  return next + tag;
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

void never_clear() {
  few_pieces.are_all = touched().empty();
  few_pieces.count = 0;
  few_pieces.last = ~0ull;
}

void note_touched_piece(std::uint64_t piece) {
  piece = masked(piece);
  few_pieces.last = piece;
  std::uint64_t* const end = few_pieces.pieces + few_pieces.count;
  if (std::find(few_pieces.pieces, end, piece) != end) return;
  if (few_pieces.count != FewPieces::kMost) {
    few_pieces.pieces[few_pieces.count++] = piece;
    return;
  }
  few_pieces.are_all = false;
  const auto note_all_lines = [](std::uint64_t each) {
    note_touched_line(each);
    pieces_around(each)->lines_of(each) = ~0ull;
  };
  std::for_each(few_pieces.pieces, end, note_all_lines);
  note_all_lines(piece);
}

void note_touched_line(std::uint64_t address) {
  const std::uint64_t piece = masked(address) & ~(kPieceSize - 1);
  PiecesOfChunk& chunk = *pieces_around(piece);
  const std::uint64_t before = chunk.lines_of(piece);
  chunk.lines_of(piece) = before | 1ull << ((address >> kLineBits) % 64);
  if (before != 0) return;
  PieceGroup& group = chunk.around(piece);
  group.touched.insert(piece);
  const AllocateAs lasting(Lifetime::kLasting);
  lists().touched.push_back(piece);
  if (group.resident.contains(piece)) return;
  group.resident.insert(piece);
  ++chunk.resident_count;
  lists().resident.push_back(piece);
}

void clear(std::uint64_t start, std::uint64_t end) {
  start = masked(start) & ~(kGranuleSize - 1);
  end = (masked(end) + kGranuleSize - 1) & ~(kGranuleSize - 1);
  if (few_pieces.are_all) return clear_of_few(start, end);
  while (start < end) {
    const std::uint64_t piece = start & ~(kPieceSize - 1);
    const std::uint64_t piece_end = piece + kPieceSize;
    const std::uint64_t stop = end < piece_end ? end : piece_end;
    PiecesOfChunk* const chunk = pieces_around(piece);
    if (chunk == nullptr) {
      start = ((piece >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    const PieceSet touched = chunk->around(piece).touched;
    if (touched.is_empty()) {  // a large range, such as a stack, is mostly untouched
      start = (piece & ~(PieceGroup::kPieces * kPieceSize - 1)) + PieceGroup::kPieces * kPieceSize;
      continue;
    }
    if (touched.contains(piece)) clear_cells(start, stop);
    start = stop;
  }
}

std::uint64_t next_touched(std::uint64_t start, std::uint64_t end) {
  if (few_pieces.are_all) return next_of_few(start, end);
  while (start < end) {
    const std::uint64_t piece = masked(start) & ~(kPieceSize - 1);
    if (pieces_around(piece) == nullptr) {
      start = ((start >> kChunkBits) + 1) << kChunkBits;
      continue;
    }
    if (group_of(piece).touched.contains(piece)) return start;
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
