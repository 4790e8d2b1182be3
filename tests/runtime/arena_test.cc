#include "runtime/memory/arena.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "event/random.h"

namespace heddle::runtime {
namespace {

std::uint64_t address_of(const void* memory) {
  return reinterpret_cast<std::uint64_t>(memory);
}

TEST(Arena, AlignsEveryBlock) {
  for (std::size_t size = 1; size < (4u << 20); size = size * 3 / 2 + 1) {
    void* block = arena_allocate(size);
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(address_of(block) % 16, 0u) << size;
    std::memset(block, 0xee, size);
    arena_release(block);
  }
}

TEST(Arena, UsesAReleasedBlockAgain) {
  for (std::size_t size : {1u, 100u, 10'000u, 500'000u}) {
    void* block = arena_allocate(size);
    arena_release(block);
    EXPECT_EQ(arena_allocate(size), block) << size;
    arena_release(block);
  }
}

// Each page that an execution writes to costs time.
TEST(Arena, KeepsSmallBlocksTogether) {
  constexpr std::size_t kBlocks = 100;
  std::vector<void*> small, large;
  for (std::size_t i = 0; i < kBlocks; ++i) {
    small.push_back(arena_allocate(100));
    large.push_back(arena_allocate(30'000));
  }
  std::set<std::uint64_t> pages;
  for (void* block : small) pages.insert(address_of(block) / 4096);
  EXPECT_LE(pages.size(), kBlocks / 4);  // some of them may be older
  for (void* block : small) arena_release(block);
  for (void* block : large) arena_release(block);
}

TEST(Arena, LetsNullBe) {
  arena_release(nullptr);
}

// What is released holds a pointer to the next free block, which needs room even in a block of no bytes.
TEST(Arena, GivesBlocksOfNoBytesAPlaceOfTheirOwn) {
  void* first = arena_allocate(0);
  void* second = arena_allocate(0);
  EXPECT_NE(first, second);
  arena_release(first);
  arena_release(second);
  void* again = arena_allocate(0);
  EXPECT_EQ(again, second) << "the block that was released last; the other one's release has damaged it";
}

TEST(Arena, KeepsBlocksApart) {
  struct Piece {
    unsigned char* memory;
    std::size_t size;
    unsigned char fill;
  };
  std::vector<Piece> pieces;
  Random random(4);
  for (int call = 0; call < 50'000; ++call) {
    if (pieces.size() > 200 || (!pieces.empty() && random.coin())) {
      std::swap(pieces[random.below(pieces.size())], pieces.back());
      const Piece piece = pieces.back();
      pieces.pop_back();
      ASSERT_TRUE(std::all_of(piece.memory, piece.memory + piece.size,
                              [&piece](unsigned char byte) { return byte == piece.fill; }));
      arena_release(piece.memory);
      continue;
    }
    const std::size_t size = 1 + (random.below(50) == 0 ? random.below(600'000) : random.below(500));
    auto* memory = static_cast<unsigned char*>(arena_allocate(size));
    const auto fill = static_cast<unsigned char>(call);
    std::memset(memory, fill, size);
    pieces.push_back({memory, size, fill});
  }
  for (const Piece& piece : pieces) arena_release(piece.memory);
}

TEST(Arena, KeepsTheTwoLifetimesApart) {
  void* lasting = arena_allocate(100);
  const std::uint64_t end_before = execution_memory_end();
  void* of_execution = nullptr;
  {
    const AllocateAs execution(Lifetime::kExecution);
    of_execution = arena_allocate(100);
    {
      const AllocateAs again(Lifetime::kLasting);
      void* inner = arena_allocate(100);
      EXPECT_TRUE(kLastingMemory.contains(address_of(inner)));
      arena_release(inner);
    }
    EXPECT_TRUE(kExecutionMemory.contains(address_of(of_execution)));
    EXPECT_LT(address_of(of_execution), execution_memory_end());
    EXPECT_GT(execution_memory_end(), end_before);
  }
  EXPECT_TRUE(kLastingMemory.contains(address_of(lasting)));
  // Each goes back to where it came from, whatever is being allocated.
  arena_release(of_execution);
  arena_release(lasting);
  EXPECT_EQ(arena_allocate(100), lasting);
  const AllocateAs execution(Lifetime::kExecution);
  EXPECT_EQ(arena_allocate(100), of_execution);
}

TEST(Arena, GivesLargeFreeBlocksBackToTheSystem) {
  constexpr std::size_t kSize = 8u << 20;
  auto* block = static_cast<char*>(arena_allocate(kSize));
  std::memset(block, 1, kSize);
  arena_release(block);
  EXPECT_EQ(arena_allocate(kSize), block);
  EXPECT_EQ(block[kSize / 2], 0) << "the page is a fresh one";
  arena_release(block);
}

TEST(ReserveMemory, IsZeroAndCanBeWritten) {
  constexpr std::size_t kSize = 1ull << 34;
  auto* memory = static_cast<char*>(reserve_memory(kSize));
  ASSERT_NE(memory, nullptr);
  for (std::size_t offset : {std::size_t{0}, kSize / 2, kSize - 1}) {
    EXPECT_EQ(memory[offset], 0);
    memory[offset] = 1;
    EXPECT_EQ(memory[offset], 1);
  }
}

TEST(ReserveMemory, NeverTakesWhatIsInUse) {
  auto* memory = static_cast<char*>(reserve_memory(1u << 16));
  ASSERT_NE(memory, nullptr);
  memory[100] = 42;
  EXPECT_EQ(reserve_memory_at(address_of(memory), 1u << 16), nullptr);
  EXPECT_EQ(reserve_memory_at(address_of(memory) + 4096, 1u << 16), nullptr);
  EXPECT_EQ(memory[100], 42);
}

TEST(ReserveMemory, SaysNoToMoreThanThereIs) {
  EXPECT_EQ(reserve_memory(std::size_t{1} << 50), nullptr);
}

}  // namespace
}  // namespace heddle::runtime
