#include "runtime/memory/heap.h"

#include <bit>
#include <cstring>

#include "runtime/memory/arena.h"

namespace heddle::runtime::heap {

namespace {

// The region is divided into pages of 64 KiB. A small page holds blocks of one size, so the block around an
// address is found by a division; a large block has pages of its own. All state lies at the start of the
// region, so that whoever restores the region restores the heap.
constexpr unsigned kPageBits = 16;
constexpr std::uint64_t kPageSize = 1ull << kPageBits;
constexpr std::uint64_t kPageCount = kSize >> kPageBits;
constexpr std::uint32_t kLarge = ~0u;
constexpr std::size_t kLargestSmall = 32768;
constexpr std::size_t kLargestAlignment = 1u << 31;  // Header::shift holds no more
constexpr unsigned kSmallClasses = 64 + 5 * 4 + 1;

struct Page {
  std::uint32_t block_size;  // 0: never used; kLarge: part of a large block
  std::uint32_t first_page;  // of a large block
};

struct LiveState {
  sharing::Cell tail;
  sharing::Segment allocated_in;
  std::uint16_t execution;
};

struct Header {
  std::uint64_t size;
  std::uint32_t shift;  // from the end of the header to the user's memory, for large alignments
  std::uint32_t live : 1;
  std::uint32_t used : 1;    // was ever allocated
  std::uint32_t pages : 30;  // of a large block
  BlockName name;
  union {
    Header* next;  // of a block that is free or held back
    LiveState state;
  };
};
constexpr std::size_t kHeaderSize = 48;
static_assert(sizeof(Header) == kHeaderSize && kHeaderSize % 16 == 0);

struct State {
  std::uint64_t next_page;
  std::uint16_t execution;
  std::uint64_t bump[kSmallClasses];  // next unused block of the class's current page
  std::uint64_t bump_end[kSmallClasses];
  Header* free_blocks[kSmallClasses];
  Header* free_large[48];  // by bit width of the number of pages
  // Freed blocks that are held back, in the order in which they were freed.
  Header* oldest_held;
  Header* newest_held;
  std::uint64_t held_bytes;
  std::uint64_t most_held_bytes;
  Page pages[kPageCount];
};

State& state() {
  return *reinterpret_cast<State*>(kBase);
}

GrowingRange* range = nullptr;  // lasting memory: a mapping stays when the region is restored

// Multiples of 16 up to 1 KiB, then four steps to every doubling up to 32 KiB.
unsigned class_of(std::size_t size, std::size_t& rounded) {
  if (size <= 1024) {
    const unsigned index = static_cast<unsigned>((size + 15) / 16);
    rounded = index * 16u;
    return index;
  }
  const unsigned width = static_cast<unsigned>(std::bit_width(size - 1));  // 11..15
  const std::size_t step = std::size_t{1} << (width - 3);
  const std::size_t steps = (size + step - 1) / step;  // 5..8
  rounded = steps * step;
  return 64 + (width - 11) * 4 + static_cast<unsigned>(steps - 4);
}

std::uint64_t take_pages(std::uint64_t count) {
  State& heap = state();
  if (heap.next_page + count > kPageCount || !range->map_up_to((heap.next_page + count) << kPageBits))
    return 0;
  const std::uint64_t first = heap.next_page;
  heap.next_page += count;
  return first;
}

Header* take_small(std::size_t whole, bool& fresh) {
  State& heap = state();
  std::size_t rounded = 0;
  const unsigned index = class_of(whole, rounded);
  if (Header* header = heap.free_blocks[index]) {
    heap.free_blocks[index] = header->next;
    fresh = false;
    return header;
  }
  if (heap.bump[index] + rounded > heap.bump_end[index]) {
    const std::uint64_t page = take_pages(1);
    if (page == 0) return nullptr;
    heap.pages[page] = {static_cast<std::uint32_t>(rounded), 0};
    heap.bump[index] = kBase + (page << kPageBits);
    heap.bump_end[index] = heap.bump[index] + kPageSize;
  }
  auto* header = reinterpret_cast<Header*>(heap.bump[index]);
  heap.bump[index] += rounded;
  fresh = true;
  return header;
}

std::uint64_t pages_of(std::size_t whole) {
  return (whole + kPageSize - 1) >> kPageBits;
}

// A free large block of at least so many pages and at most so many, or null.
Header* take_free_large(std::uint64_t pages, std::uint64_t most) {
  State& heap = state();
  for (unsigned width = static_cast<unsigned>(std::bit_width(pages)); width < 48; ++width) {
    for (Header** link = &heap.free_large[width]; *link != nullptr; link = &(*link)->next) {
      if ((*link)->pages < pages || (*link)->pages > most) continue;
      Header* header = *link;
      *link = header->next;
      return header;
    }
  }
  return nullptr;
}

Header* take_large(std::size_t whole, bool& fresh) {
  State& heap = state();
  const std::uint64_t pages = pages_of(whole);
  // A block twice as large may be used again; a larger one only when there is nothing else.
  fresh = false;
  if (Header* header = take_free_large(pages, 2 * pages)) return header;
  const std::uint64_t first = take_pages(pages);
  if (first == 0) return take_free_large(pages, kPageCount);
  for (std::uint64_t page = first; page < first + pages; ++page)
    heap.pages[page] = {kLarge, static_cast<std::uint32_t>(first)};
  fresh = true;
  auto* header = reinterpret_cast<Header*>(kBase + (first << kPageBits));
  header->pages = static_cast<std::uint32_t>(pages);
  return header;
}

// Inlined: nearly every access to the heap that is not common asks for it.
[[gnu::always_inline]] inline Header* header_of(std::uint64_t address) {
  if (address - kBase >= kSize) return nullptr;
  const State& heap = state();
  const std::uint64_t number = (address - kBase) >> kPageBits;
  const Page page = heap.pages[number];
  if (number >= heap.next_page || page.block_size == 0) return nullptr;
  if (page.block_size == kLarge)
    return reinterpret_cast<Header*>(kBase + (std::uint64_t{page.first_page} << kPageBits));
  const std::uint64_t page_start = kBase + (number << kPageBits);
  const std::uint64_t index = (address - page_start) / page.block_size;
  if ((index + 1) * page.block_size > kPageSize) return nullptr;
  return reinterpret_cast<Header*>(page_start + index * page.block_size);
}

std::uint64_t user_start(const Header* header) {
  return reinterpret_cast<std::uint64_t>(header) + kHeaderSize + header->shift;
}

Page page_of(const Header* header) {
  return state().pages[(reinterpret_cast<std::uint64_t>(header) - kBase) >> kPageBits];
}

std::uint64_t whole_size(const Header* header) {
  const Page page = page_of(header);
  return page.block_size == kLarge ? std::uint64_t{header->pages} << kPageBits : page.block_size;
}

// Where the block goes when it is free again.
Header*& free_list(const Header* header) {
  const Page page = page_of(header);
  if (page.block_size == kLarge) return state().free_large[std::bit_width(std::uint64_t{header->pages})];
  std::size_t rounded = 0;
  return state().free_blocks[class_of(page.block_size, rounded)];
}

sharing::Segment segment_of(const Header* header) {
  const bool is_of_now = header->live != 0 && header->state.execution == state().execution;
  return is_of_now ? header->state.allocated_in : sharing::Segment{0};
}

Block block_of(const Header* header) {
  if (header == nullptr || header->used == 0) return {};
  return {user_start(header), header->size, header->live != 0, header->name, segment_of(header)};
}

}  // namespace

void begin_execution() {
  ++state().execution;
}

std::uint64_t end() {
  return kBase + (state().next_page << kPageBits);
}

bool reserve() {
  if (range != nullptr) return false;
  range = new GrowingRange({kBase, kBase + kSize});
  if (!range->map_up_to(sizeof(State))) return false;
  state().next_page = pages_of(sizeof(State));
  return true;
}

void* allocate(std::size_t size, std::size_t alignment, const BlockName& name, bool zeroed,
               sharing::Segment allocated_in) {
  if (size > kSize / 2 || alignment > kLargestAlignment) return nullptr;
  const std::size_t slack = alignment > 16 ? alignment : 0;
  const std::size_t whole = (size == 0 ? 1 : size) + kHeaderSize + slack;
  bool fresh = false;
  Header* header = whole <= kLargestSmall ? take_small(whole, fresh) : take_large(whole, fresh);
  if (header == nullptr) return nullptr;
  const std::uint64_t plain = reinterpret_cast<std::uint64_t>(header) + kHeaderSize;
  const std::uint64_t aligned = slack != 0 ? (plain + alignment - 1) & ~(alignment - 1) : plain;
  const std::uint32_t pages = header->pages;
  *header = {size, static_cast<std::uint32_t>(aligned - plain), 1, 1, pages, name, {nullptr}};
  header->state = {0, allocated_in, state().execution};
  if (zeroed && !fresh) std::memset(reinterpret_cast<void*>(aligned), 0, size);
  return reinterpret_cast<void*>(aligned);
}

void hold_back(std::uint64_t bytes) {
  state().most_held_bytes = bytes;
}

void release(void* memory) {
  const auto address = reinterpret_cast<std::uint64_t>(memory);
  Header* header = header_of(address);
  if (header == nullptr || header->live == 0 || user_start(header) != address) return;
  State& heap = state();
  header->live = 0;
  header->next = nullptr;
  (heap.oldest_held == nullptr ? heap.oldest_held : heap.newest_held->next) = header;
  heap.newest_held = header;
  heap.held_bytes += whole_size(header);
  while (heap.held_bytes > heap.most_held_bytes) {
    Header* oldest = heap.oldest_held;
    heap.oldest_held = oldest->next;
    heap.held_bytes -= whole_size(oldest);
    Header*& list = free_list(oldest);
    oldest->next = list;
    list = oldest;
  }
}

std::size_t usable_size(const void* memory) {
  const Header* header = header_of(reinterpret_cast<std::uint64_t>(memory));
  return header == nullptr ? 0 : header->size;
}

bool holds(std::uint64_t address, std::uint64_t bytes) {
  const Header* header = header_of(address);
  if (header == nullptr || header->live == 0) return false;
  const std::uint64_t offset = address - user_start(header);
  return offset <= header->size && bytes <= header->size - offset;
}

Allocation allocation_around(std::uint64_t address) {
  const Header* header = header_of(address);
  if (header == nullptr || header->live == 0 || address < user_start(header)) return {};
  return {user_start(header), header->size, segment_of(header)};
}

Block find(std::uint64_t address) {
  const Block block = block_of(header_of(address));
  return address < block.start ? Block{} : block;
}

Block nearest(std::uint64_t address) {
  const Header* header = header_of(address);
  const Block around = block_of(header);
  if (around.start != 0 && address >= around.start) return around;
  // It lies in front of what the program was given, or where nothing was ever allocated.
  const std::uint64_t before =
      header != nullptr ? reinterpret_cast<std::uint64_t>(header) - 1 : (address & ~(kPageSize - 1)) - 1;
  const Block previous = block_of(header_of(before));
  if (around.start == 0) return previous;
  const bool is_behind =
      previous.start != 0 && address - (previous.start + previous.size) < around.start - address;
  return is_behind ? previous : around;
}

sharing::Cell* tail_cell(std::uint64_t address) {
  return &header_of(address)->state.tail;
}

}  // namespace heddle::runtime::heap
