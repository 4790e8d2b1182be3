#include "runtime/memory/shadow.h"

#include <gtest/gtest.h>

#include <map>

#include "event/random.h"

namespace heddle::runtime::shadow {
namespace {

constexpr std::uint64_t kChunk = 1ull << kChunkBits;
constexpr std::uint64_t kPiece = 4096;
// Nothing there is touched: only the shadow is.
constexpr std::uint64_t kPlace = 0x5550'0000'0000;
static_assert(kPlace % kChunk == 0);

class ShadowTest : public ::testing::Test {
 protected:
  void SetUp() override { clear_all(); }

  static void set(std::uint64_t address, sharing::Cell value) {
    sharing::Cell* place = cell(address);
    if (*place == 0) note_touched(address);
    *place = value;
  }
  static sharing::Cell get(std::uint64_t address) { return *cell(address); }
};

TEST_F(ShadowTest, IsZeroWhereNobodyWas) {
  for (std::uint64_t address :
       {kPlace, kPlace + kChunk - 1, std::uint64_t{0x7fff'ffff'fff0}, std::uint64_t{0x1000}})
    EXPECT_EQ(get(address), 0u);
}

TEST_F(ShadowTest, HasOneCellForFourBytes) {
  EXPECT_EQ(cell(kPlace), cell(kPlace + 3));
  EXPECT_EQ(cell(kPlace) + 1, cell(kPlace + 4));
  EXPECT_EQ(cell(kPlace) + 1024, cell(kPlace + 4096));
}

TEST_F(ShadowTest, KeepsNeighboursApart) {
  for (std::uint32_t i = 0; i < 100; ++i) set(kPlace + 4 * i, i + 1);
  for (std::uint32_t i = 0; i < 400; ++i) ASSERT_EQ(get(kPlace + i), i / 4 + 1);
}

TEST_F(ShadowTest, GoesOnAcrossTheBorderOfChunks) {
  const std::uint64_t border = kPlace + kChunk;
  set(border - 4, 1);
  set(border, 2);
  EXPECT_EQ(get(border - 1), 1u);
  EXPECT_EQ(get(border), 2u);
  EXPECT_EQ(get(border - 8), 0u);
  EXPECT_EQ(get(border + 4), 0u);
}

TEST_F(ShadowTest, KeepsTheSameOffsetOfDifferentChunksApart) {
  for (std::uint32_t i = 0; i < 10; ++i) set(kPlace + i * kChunk, i + 1);
  for (std::uint32_t i = 0; i < 10; ++i) EXPECT_EQ(get(kPlace + i * kChunk), i + 1);
}

TEST_F(ShadowTest, ReachesTheLastAddressOfAProgram) {
  const std::uint64_t last = 0x7fff'ffff'fffc;
  set(last, 5);
  EXPECT_EQ(get(last + 3), 5u);
}

TEST_F(ShadowTest, ClearsExactlyTheRange) {
  for (std::uint64_t offset = 0; offset < 64; offset += 4) set(kPlace + offset, 9);
  clear(kPlace + 16, kPlace + 32);
  for (std::uint64_t offset = 0; offset < 64; offset += 4)
    EXPECT_EQ(get(kPlace + offset), offset >= 16 && offset < 32 ? 0u : 9u) << offset;
}

TEST_F(ShadowTest, ClearsEveryGranuleThatAnUnalignedRangeTouches) {
  for (std::uint64_t offset = 0; offset < 64; offset += 4) set(kPlace + offset, 9);
  clear(kPlace + 18, kPlace + 29);
  for (std::uint64_t offset = 0; offset < 64; offset += 4)
    EXPECT_EQ(get(kPlace + offset), offset >= 16 && offset < 32 ? 0u : 9u) << offset;
}

TEST_F(ShadowTest, ClearsNothingInAnEmptyRange) {
  set(kPlace, 9);
  clear(kPlace, kPlace);
  EXPECT_EQ(get(kPlace), 9u);
}

TEST_F(ShadowTest, ClearsAcrossPiecesAndChunks) {
  const std::uint64_t border = kPlace + kChunk;
  const std::uint64_t start = border - 3 * kPiece - 8, end = border + 2 * kPiece + 8;
  for (std::uint64_t address = start - 8; address < end + 8; address += 4) set(address, 9);
  clear(start, end);
  for (std::uint64_t address = start; address < end; address += 4) ASSERT_EQ(get(address), 0u);
  EXPECT_EQ(get(start - 4), 9u);
  EXPECT_EQ(get(end), 9u);
}

TEST_F(ShadowTest, ClearsAHugeRangeWithHolesQuickly) {
  set(kPlace + 5 * kChunk + 4, 1);
  set(kPlace + 900 * kChunk + 4, 2);
  set(kPlace + 1000 * kChunk, 3);
  clear(kPlace, kPlace + 1000 * kChunk);
  EXPECT_EQ(get(kPlace + 5 * kChunk + 4), 0u);
  EXPECT_EQ(get(kPlace + 900 * kChunk + 4), 0u);
  EXPECT_EQ(get(kPlace + 1000 * kChunk), 3u);
}

TEST_F(ShadowTest, ForgetsEverythingAtOnce) {
  for (std::uint64_t i = 0; i < 1000; ++i) set(kPlace + i * 12'340, static_cast<sharing::Cell>(i + 1));
  clear_all();
  for (std::uint64_t i = 0; i < 1000; ++i) ASSERT_EQ(get(kPlace + i * 12'340), 0u);
}

TEST_F(ShadowTest, ForgetsAgainWhatWasTouchedAgain) {
  for (int round = 1; round <= 3; ++round) {
    set(kPlace + 8, 7);
    clear(kPlace, kPlace + 4);
    set(kPlace, 6);
    clear_all();
    EXPECT_EQ(get(kPlace), 0u) << round;
    EXPECT_EQ(get(kPlace + 8), 0u) << round;
  }
}

TEST_F(ShadowTest, ClearsWhatWasTouchedSinceAndNothingElse) {
  set(kPlace, 1);
  const std::size_t before = touched().size();
  set(kPlace + 4, 2);  // in the same piece: whoever has a copy of the piece puts it back
  set(kPlace + kPiece, 3);
  set(kPlace + kChunk, 4);
  clear_since(before);
  EXPECT_EQ(get(kPlace), 1u);
  EXPECT_EQ(get(kPlace + 4), 2u);
  EXPECT_EQ(get(kPlace + kPiece), 0u);
  EXPECT_EQ(get(kPlace + kChunk), 0u);
  EXPECT_EQ(touched().size(), before);
  EXPECT_EQ(next_touched(kPlace + kPiece, kPlace + 2 * kChunk), kPlace + 2 * kChunk);
}

// As many executions as there are places, each with memory at a place of its own.
TEST_F(ShadowTest, NeedsNoMoreForManyPlacesThanForOne) {
  constexpr std::uint64_t kPieces = 1000, kPlaces = 100;
  set(kPlace, 1);
  const std::size_t before = touched().size();
  const std::size_t chunks_before = reserved_chunks();
  for (std::uint64_t execution = 1; execution <= kPlaces; ++execution) {
    const std::uint64_t place = kPlace + execution * kChunk;
    for (std::uint64_t i = 0; i < kPieces; ++i) ASSERT_EQ(get(place + i * kPiece), 0u);
    for (std::uint64_t i = 0; i < kPieces; ++i) set(place + i * kPiece, 7);
    ASSERT_EQ(touched().size(), before + kPieces) << "what is to be cleared after this execution";
    clear_since(before);
    ASSERT_LT(resident_pieces(), 8 * kPieces);
  }
  EXPECT_LT(reserved_chunks(), chunks_before + 20);
  EXPECT_EQ(get(kPlace), 1u);
}

// Pages that come and go cost more than pages that are cleared.
TEST_F(ShadowTest, KeepsTheMemoryOfWhatIsTouchedAgainAndAgain) {
  constexpr std::uint64_t kPieces = 12'000;
  const auto touch_all = [] {
    for (std::uint64_t i = 0; i < kPieces; ++i) set(kPlace + i * kPiece, 7);
  };
  touch_all();
  const std::size_t resident = resident_pieces();
  for (int execution = 0; execution < 20; ++execution) {
    clear_since(0);
    if (execution % 2 == 0) set(kPlace, 7);  // every other execution is small
    EXPECT_EQ(resident_pieces(), resident);
    if (execution % 2 != 0) touch_all();
  }
}

TEST_F(ShadowTest, AgreesWithAModelOnRandomCalls) {
  const std::uint64_t base = kPlace + kChunk - 8 * kPiece;  // around a border of chunks
  const std::uint64_t span = 16 * kPiece;
  std::map<std::uint64_t, sharing::Cell> model;
  Random random(12);
  for (int call = 0; call < 50'000; ++call) {
    const std::uint64_t address = base + random.below(span);
    switch (random.below(20)) {
      case 0: {
        const std::uint64_t end = std::min(base + span, address + random.below(2 * kPiece));
        if (end <= address) break;
        clear(address, end);
        model.erase(model.lower_bound(address & ~3ull), model.lower_bound((end + 3) & ~3ull));
        break;
      }
      case 1:
        if (random.below(50) != 0) break;
        clear_all();
        model.clear();
        break;
      default:
        set(address, static_cast<sharing::Cell>(call + 1));
        model[address & ~3ull] = static_cast<sharing::Cell>(call + 1);
    }
    const std::uint64_t probe = (base + random.below(span)) & ~3ull;
    const auto known = model.find(probe);
    ASSERT_EQ(get(probe), known == model.end() ? 0u : known->second) << "call " << call;
  }
}

// In a process that ends with its execution: first there are few pieces, then too many to be kept apart.
TEST_F(ShadowTest, KnowsWhatWasTouchedWithoutListingIt) {
  const std::size_t listed = touched().size();
  never_clear();
  std::map<std::uint64_t, sharing::Cell> model;
  Random random(5);
  for (const std::uint64_t pieces : {16u, 1000u}) {
    for (int call = 0; call < 20'000; ++call) {
      const std::uint64_t address = kPlace + kChunk - 8 * kPiece + random.below(pieces * kPiece);
      if (random.below(50) == 0) {
        const std::uint64_t end = address + 1 + random.below(2 * kPiece);
        clear(address, end);
        model.erase(model.lower_bound(address & ~3ull), model.lower_bound((end + 3) & ~3ull));
      } else {
        set(address, static_cast<sharing::Cell>(call + 1));
        model[address & ~3ull] = static_cast<sharing::Cell>(call + 1);
      }
    }
    for (const auto& [address, value] : model) {
      ASSERT_EQ(get(address), value);
      ASSERT_EQ(next_touched(address, address + 1), address);
    }
    ASSERT_EQ(next_touched(kPlace - kChunk, kPlace), kPlace);
    ASSERT_EQ(few_pieces.are_all, pieces == 16);
    if (pieces == 16) {
      ASSERT_EQ(touched().size(), listed);
    }
  }
  clear(kPlace, kPlace + 2 * kChunk);
  for (const auto& [address, value] : model) ASSERT_EQ(get(address), 0u);
}

}  // namespace
}  // namespace heddle::runtime::shadow
