#include "runtime/memory/heap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <vector>

#include "event/random.h"
#include "reserved_heap.h"

namespace heddle::runtime::heap {
namespace {

constexpr std::size_t kGigabyte = 1ull << 30;

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}
bool is_filled(const void* memory, unsigned char value, std::size_t size) {
  const auto* bytes = static_cast<const unsigned char*>(memory);
  return std::all_of(bytes, bytes + size, [value](unsigned char byte) { return byte == value; });
}

class HeapTest : public ::testing::Test {
 protected:
  void SetUp() override {
#ifdef __SANITIZE_ADDRESS__
    GTEST_SKIP() << "AddressSanitizer keeps its own shadow at the heap's address";
#endif
    ASSERT_TRUE(testing::heap_is_reserved());
  }

  static char* make(std::size_t size, std::size_t alignment = 16, bool zeroed = false) {
    return static_cast<char*>(allocate(size, alignment, {}, zeroed));
  }
  static std::uint64_t start_at(const void* memory) { return find(address_of(memory)).start; }
};

// Around every border between size classes, between small and large, and between pages.
std::vector<std::size_t> interesting_sizes() {
  std::vector<std::size_t> sizes{0, 1, 2, 7, 8, 15, 16, 17, 24, 100, 1000, 100'000, 1u << 20, (1u << 20) + 1};
  constexpr std::size_t kHeader = 48;
  for (std::size_t border = 64; border <= 1024; border += 16)
    for (std::size_t size = border - 1; size <= border + 1; ++size) sizes.push_back(size - kHeader);
  for (std::size_t doubling = 1024; doubling <= 32768; doubling *= 2)
    for (std::size_t step = 4; step <= 8; ++step)
      for (std::size_t size = doubling / 4 * step - 1; size <= doubling / 4 * step + 1; ++size)
        sizes.push_back(size - kHeader);
  for (std::size_t pages = 1; pages <= 3; ++pages)
    for (std::size_t size = pages * 65536 - 1; size <= pages * 65536 + 1; ++size)
      sizes.push_back(size - kHeader);
  return sizes;
}

TEST_F(HeapTest, LiesAtItsFixedAddress) {
  char* block = make(10);
  EXPECT_TRUE(owns(block));
  EXPECT_GE(address_of(block), kBase);
  EXPECT_FALSE(owns(nullptr));
  EXPECT_FALSE(owns(&block));
  EXPECT_FALSE(owns(reinterpret_cast<void*>(kBase - 1)));
  EXPECT_FALSE(owns(reinterpret_cast<void*>(kBase + kSize)));
  release(block);
}

TEST_F(HeapTest, CannotBeTakenTwice) {
  EXPECT_FALSE(reserve());
}

TEST_F(HeapTest, GivesRoomForEverySize) {
  for (std::size_t size : interesting_sizes()) {
    SCOPED_TRACE(size);
    char* block = make(size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(address_of(block) % 16, 0u);
    EXPECT_GE(usable_size(block), size);
    std::memset(block, 0xab, usable_size(block));
    const Block found = find(address_of(block));
    EXPECT_EQ(found.start, address_of(block));
    EXPECT_EQ(found.size, size);
    EXPECT_TRUE(found.live);
    release(block);
  }
}

TEST_F(HeapTest, GivesEveryAlignment) {
  for (std::size_t alignment = 1; alignment <= (1u << 20); alignment *= 2)
    for (std::size_t size : {1u, 100u, 5000u, 70'000u}) {
      SCOPED_TRACE(::testing::Message() << size << " bytes aligned to " << alignment);
      char* first = make(size, alignment);
      char* second = make(size, alignment);
      for (char* block : {first, second}) {
        ASSERT_NE(block, nullptr);
        EXPECT_EQ(address_of(block) % std::max<std::size_t>(alignment, 16), 0u);
        EXPECT_GE(usable_size(block), size);
        EXPECT_EQ(start_at(block), address_of(block));
        EXPECT_EQ(start_at(block + size - 1), address_of(block));
        std::memset(block, 0xcd, usable_size(block));
      }
      EXPECT_EQ(find(address_of(first)).size, size);
      release(first);
      release(second);
    }
}

TEST_F(HeapTest, FindsTheBlockAroundEveryInteriorAddress) {
  for (std::size_t size : {1u, 16u, 100u, 3000u, 40'000u, 300'000u}) {
    char* block = make(size);
    for (std::size_t offset = 0; offset < size; offset += 1 + size / 100)
      ASSERT_EQ(start_at(block + offset), address_of(block)) << offset << " of " << size;
    EXPECT_EQ(start_at(block + size - 1), address_of(block));
    release(block);
  }
}

TEST_F(HeapTest, FindsNoBlockInAHeader) {
  for (std::size_t size : {16u, 1000u, 100'000u}) {
    char* block = make(size);
    for (int before = 1; before <= 48; ++before) ASSERT_EQ(start_at(block - before), 0u) << before;
    release(block);
  }
}

TEST_F(HeapTest, NeverTakesAnAddressBehindABlockForAnother) {
  char* blocks[] = {make(24), make(24), make(24)};
  for (char* block : blocks)
    for (int behind = 0; behind < 16; ++behind) {
      const std::uint64_t found = start_at(block + 24 + behind);
      EXPECT_TRUE(found == 0 || found == address_of(block)) << behind;
    }
  for (char* block : blocks) release(block);
}

TEST_F(HeapTest, FindsNoBlockBeforeTheStartOfAnAlignedOne) {
  for (std::size_t alignment : {64u, 256u, 4096u, 65536u}) {
    char* block = make(10, alignment);
    for (std::size_t before = 1; before < alignment + 48; ++before) {
      const std::uint64_t address = address_of(block) - before;
      ASSERT_LE(find(address).start, address) << before << " bytes before, aligned to " << alignment;
    }
    release(block);
  }
}

TEST_F(HeapTest, FindsNoBlockOutsideAndInItsOwnState) {
  for (std::uint64_t address : {std::uint64_t{0}, kBase - 1, kBase, kBase + 100'000, kBase + kSize - 1,
                                kBase + kSize, ~std::uint64_t{0}})
    EXPECT_EQ(find(address).start, 0u) << std::hex << address;
  EXPECT_EQ(usable_size(nullptr), 0u);
}

TEST_F(HeapTest, FindsNoBlockAtTheEndOfAPageWhereNoneFits) {
  char* block = make(80 - 48);  // 819 blocks of 80 bytes to a page of 64 KiB, and 16 bytes over
  const std::uint64_t page_end = (address_of(block) | 0xffff) + 1;
  for (std::uint64_t address = page_end - 16; address < page_end; ++address)
    EXPECT_EQ(find(address).start, 0u);
  release(block);
}

TEST_F(HeapTest, FindsNoBlockWhereNobodyAllocatedYet) {
  char* first = make(20'000);
  const std::uint64_t beyond = address_of(first) + 20'480;  // the next of its size class
  const std::uint64_t found_before = find(beyond).start;
  char* second = make(20'000);
  ASSERT_EQ(address_of(second), beyond) << "the test relies on neighbours";
  EXPECT_EQ(found_before, 0u);
  release(first);
  release(second);
}

TEST_F(HeapTest, KnowsWhoAllocatedABlock) {
  const BlockName name{.object = 11, .thread = 22, .site = 33, .ordinal = 44};
  for (std::size_t size : {10u, 100'000u}) {
    void* block = allocate(size, 16, name, false);
    const Block found = find(address_of(block) + size / 2);
    EXPECT_EQ(found.name.object, 11u);
    EXPECT_EQ(found.name.thread, 22u);
    EXPECT_EQ(found.name.site, 33u);
    EXPECT_EQ(found.name.ordinal, 44u);
    release(block);
  }
}

TEST_F(HeapTest, KnowsInWhichSegmentALiveBlockWasAllocated) {
  void* const counted = heap::allocate(24, 16, {}, false, 7);
  void* const other = heap::allocate(24, 16, {}, false);
  EXPECT_EQ(heap::find(reinterpret_cast<std::uint64_t>(counted) + 8).allocated_in, 7);
  EXPECT_EQ(heap::find(reinterpret_cast<std::uint64_t>(other)).allocated_in, 0);
  heap::begin_execution();
  EXPECT_EQ(heap::find(reinterpret_cast<std::uint64_t>(counted)).allocated_in, 0);
  heap::release(counted);
  heap::release(other);
}

TEST_F(HeapTest, StillKnowsASmallBlockThatWasFreed) {
  void* block = allocate(100, 16, {.object = 7}, false);
  release(block);
  const Block found = find(address_of(block) + 99);
  EXPECT_EQ(found.start, address_of(block));
  EXPECT_EQ(found.size, 100u);
  EXPECT_FALSE(found.live);
  EXPECT_EQ(found.name.object, 7u);
}

TEST_F(HeapTest, StillKnowsALargeBlockThatWasFreed) {
  void* block = allocate(100'000, 16, {.object = 7}, false);
  release(block);
  const Block found = find(address_of(block) + 99'999);
  EXPECT_EQ(found.start, address_of(block));
  EXPECT_EQ(found.size, 100'000u);
  EXPECT_FALSE(found.live);
  EXPECT_EQ(found.name.object, 7u);
}

TEST_F(HeapTest, UsesAFreedBlockAgain) {
  for (std::size_t size : {1u, 500u, 30'000u, 100'000u}) {
    char* first = make(size);
    release(first);
    EXPECT_EQ(make(size), first) << size;
    release(first);
  }
}

TEST_F(HeapTest, DoesNotUseABlockTwiceThatWasFreedTwice) {
  for (std::size_t size : {200u, 200'000u}) {
    char* block = make(size);
    release(block);
    release(block);
    char* first = make(size);
    char* second = make(size);
    EXPECT_NE(first, second);
    release(first);
    release(second);
  }
}

TEST_F(HeapTest, LetsWhatIsNotItsOwnBe) {
  int mine = 5;
  release(nullptr);
  release(&mine);
  release(reinterpret_cast<void*>(kBase));
  EXPECT_EQ(mine, 5);
}

TEST_F(HeapTest, ClearsMemoryThatWasUsedBefore) {
  for (std::size_t alignment : {16u, 256u})
    for (std::size_t size : {1u, 100u, 1000u, 30'000u, 100'000u}) {
      char* dirty = make(size, alignment);
      std::memset(dirty, 0xff, usable_size(dirty));
      release(dirty);
      char* clean = make(size, alignment, true);
      EXPECT_EQ(clean, dirty);
      EXPECT_TRUE(is_filled(clean, 0, size)) << size;
      release(clean);
    }
}

TEST_F(HeapTest, ClearsMemoryThatIsNew) {
  for (std::size_t size : {50u, 5000u, 500'000u}) {
    std::vector<char*> blocks;
    for (int i = 0; i < 20; ++i) {
      blocks.push_back(make(size, 16, true));
      ASSERT_TRUE(is_filled(blocks.back(), 0, size));
      std::memset(blocks.back(), 0xff, size);
    }
    for (char* block : blocks) release(block);
  }
}

TEST_F(HeapTest, KeepsNeighboursApart) {
  for (std::size_t size : {24u, 1000u, 70'000u}) {
    char* blocks[] = {make(size), make(size), make(size)};
    for (char* block : blocks) std::memset(block, 1, size);
    std::memset(blocks[1], 0xff, usable_size(blocks[1]));
    for (char* block : {blocks[0], blocks[2]}) {
      EXPECT_TRUE(is_filled(block, 1, size));
      EXPECT_EQ(find(address_of(block)).size, size);
    }
    for (char* block : blocks) release(block);
  }
}

// Random calls against a model: nothing overlaps, nothing changes by itself, every address is found.
TEST_F(HeapTest, AgreesWithAModelOnRandomCalls) {
  struct Model {
    std::size_t size;
    unsigned char fill;
    std::uint64_t name;
  };
  std::map<std::uint64_t, Model> live;
  Random random(99);
  const auto random_size = [&random]() -> std::size_t {
    switch (random.below(8)) {
      case 0:
        return random.below(200'000);
      case 1:
      case 2:
        return random.below(20'000);
      default:
        return random.below(300);
    }
  };
  for (std::uint64_t call = 1; call <= 60'000; ++call) {
    if (live.size() > 400 || (!live.empty() && random.below(5) < 2)) {
      auto victim = live.lower_bound(kBase + random.below(256u << 20));
      if (victim == live.end()) victim = live.begin();
      const auto [start, model] = *victim;
      ASSERT_TRUE(is_filled(reinterpret_cast<void*>(start), model.fill, model.size)) << "call " << call;
      const Block found = find(start + random.below(model.size + 1) / 2);
      ASSERT_EQ(found.start, start);
      ASSERT_EQ(found.size, model.size);
      ASSERT_EQ(found.name.object, model.name);
      ASSERT_TRUE(found.live);
      release(reinterpret_cast<void*>(start));
      ASSERT_FALSE(find(start).live);
      live.erase(victim);
      continue;
    }
    const std::size_t size = random_size();
    const std::size_t alignment = random.below(4) == 0 ? std::size_t{1} << random.below(13) : 16;
    const bool zeroed = random.coin();
    auto* block = static_cast<unsigned char*>(allocate(size, alignment, {.object = call}, zeroed));
    ASSERT_NE(block, nullptr);
    const std::uint64_t start = address_of(block);
    ASSERT_EQ(start % alignment, 0u);
    ASSERT_TRUE(!zeroed || is_filled(block, 0, size)) << "call " << call;
    const auto next = live.lower_bound(start);
    if (next != live.end()) {
      ASSERT_LE(start + std::max<std::size_t>(size, 1), next->first) << "overlaps the next";
    }
    if (next != live.begin()) {
      const auto& [before, model] = *std::prev(next);
      ASSERT_LE(before + std::max<std::size_t>(model.size, 1), start) << "overlaps the one before";
    }
    const auto fill = static_cast<unsigned char>(call);
    std::memset(block, fill, size);
    live[start] = {size, fill, call};
  }
  for (const auto& [start, model] : live) {
    ASSERT_TRUE(is_filled(reinterpret_cast<void*>(start), model.fill, model.size));
    release(reinterpret_cast<void*>(start));
  }
}

TEST_F(HeapTest, RefusesWhatCannotBe) {
  EXPECT_EQ(make(~std::size_t{0}), nullptr);
  EXPECT_EQ(make(~std::size_t{0} - 100), nullptr);
  EXPECT_EQ(make(kSize), nullptr);
  EXPECT_EQ(make(1, kSize), nullptr);
}

// A program that makes and frees a large buffer again and again, with a little left over each time, needs
// little memory.
TEST_F(HeapTest, DoesNotSpendALargeFreeBlockOnASmallRequest) {
  std::vector<char*> kept;
  for (int round = 0; round < 100; ++round) {
    char* large = make(kGigabyte);
    ASSERT_NE(large, nullptr) << "out of memory in round " << round;
    release(large);
    kept.push_back(make(40'000));
    ASSERT_NE(kept.back(), nullptr);
  }
  for (char* block : kept) release(block);
}

// The newest of the freed blocks are dead but there; the oldest are used again.
TEST_F(HeapTest, HoldsBackWhatWasFreed) {
  constexpr std::size_t kSize = 1000, kBlocks = 100;
  hold_back(kBlocks * 2048);
  char* first = make(kSize);
  release(first);
  for (std::size_t i = 0; i < kBlocks / 2; ++i) {
    char* block = make(kSize);
    EXPECT_NE(block, first);
    release(block);
  }
  EXPECT_FALSE(find(address_of(first)).live);
  EXPECT_EQ(find(address_of(first)).size, kSize);
  bool used_again = false;
  for (std::size_t i = 0; i < 4 * kBlocks && !used_again; ++i) {
    char* block = make(kSize);
    used_again = block == first;
    release(block);
  }
  EXPECT_TRUE(used_again);
  // One that is larger than everything that may be held back is not.
  release(make(kGigabyte));
  EXPECT_NE(make(kGigabyte), nullptr);
  hold_back(0);
  char* last = make(kSize);
  release(last);
  EXPECT_EQ(make(kSize), last);
}

TEST_F(HeapTest, ReleasesOnlyWhatBeginsThere) {
  char* block = make(100);
  release(block + 8);
  EXPECT_TRUE(find(address_of(block)).live);
  release(block);
  EXPECT_FALSE(find(address_of(block)).live);
  release(block);
}

TEST_F(HeapTest, KnowsTheNearestBlock) {
  char* one = make(100);
  char* other = make(100);
  if (other < one) std::swap(one, other);
  EXPECT_EQ(nearest(address_of(one) + 50).start, address_of(one));
  EXPECT_EQ(nearest(address_of(one) + 100).start, address_of(one));
  EXPECT_EQ(nearest(address_of(one) + 104).start, address_of(one));
  EXPECT_EQ(nearest(address_of(other) - 1).start, address_of(other));
  EXPECT_EQ(nearest(kBase).start, 0u);
  EXPECT_TRUE(find(address_of(one)).holds(address_of(one) + 96, 4));
  EXPECT_FALSE(find(address_of(one)).holds(address_of(one) + 97, 4));
  EXPECT_FALSE(find(address_of(one)).holds(address_of(one) - 1, 1));
  release(one);
  EXPECT_FALSE(find(address_of(one)).holds(address_of(one), 1));
}

TEST_F(HeapTest, HoldsWhatLiesInALiveBlock) {
  char* block = make(100);
  const std::uint64_t start = address_of(block);
  EXPECT_TRUE(holds(start, 100));
  EXPECT_TRUE(holds(start + 96, 4));
  EXPECT_FALSE(holds(start + 97, 4));
  EXPECT_FALSE(holds(start - 1, 1));
  EXPECT_FALSE(holds(start, ~0ull));
  EXPECT_FALSE(holds(kBase, 1));
  release(block);
  EXPECT_FALSE(holds(start, 1));
}

TEST_F(HeapTest, KnowsWhichSegmentOfThisExecutionAllocated) {
  auto* block = static_cast<char*>(allocate(100, 16, {}, false, 7));
  const std::uint64_t start = address_of(block);
  EXPECT_EQ(allocation_around(start + 99).segment, 7u);
  EXPECT_EQ(allocation_around(start + 99).start, start);
  EXPECT_EQ(allocation_around(start - 1).segment, 0u);
  begin_execution();
  EXPECT_EQ(allocation_around(start).segment, 0u);
  release(block);
  EXPECT_EQ(allocation_around(start).start, 0u);
}

TEST_F(HeapTest, SaysWhenItIsFullAndGoesOnAfterwards) {
  std::vector<char*> blocks;
  while (char* block = make(10 * kGigabyte)) {
    blocks.push_back(block);
    ASSERT_LT(blocks.size(), 8u);
  }
  EXPECT_NE(make(100), nullptr) << "there is still room for a small one";
  for (char* block : blocks) release(block);
  EXPECT_TRUE(blocks.empty() || make(10 * kGigabyte) != nullptr);
}

}  // namespace
}  // namespace heddle::runtime::heap
