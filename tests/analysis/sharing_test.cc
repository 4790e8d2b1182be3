#include "analysis/sharing.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "event/random.h"

namespace heddle::sharing {
namespace {

struct Access {
  ThreadId thread;
  bool write;
};

// "0r 1w": thread 0 reads, then thread 1 writes.
std::vector<Access> accesses(std::string_view text) {
  std::vector<Access> result;
  for (std::size_t i = 0; i + 1 < text.size(); i += 3)
    result.push_back({static_cast<ThreadId>(text[i] - '0'), text[i + 1] == 'w'});
  return result;
}

// The access, counted from 1, with which an untouched location becomes shared; 0: it stays private.
std::size_t shared_by(const std::vector<Access>& accesses) {
  Cell cell = 0;
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const Cell own = owner(accesses[i].thread);
    const Transition transition = touch(cell, own, accesses[i].write);
    if (transition.verdict == Verdict::kBecomesShared) return i + 1;
    EXPECT_FALSE(is_shared(transition.cell));
    EXPECT_NE(transition.cell, 0u);
    if (stays_private(cell, own, accesses[i].write)) {
      EXPECT_EQ(transition.cell, cell) << "the short cut must agree";
    }
    cell = transition.cell;
  }
  return 0;
}

TEST(Sharing, BeginsWhenTwoThreadsTouchAndOneWrites) {
  struct Row {
    const char* accesses;
    std::size_t shared_by;
  };
  const Row rows[] = {
      {"", 0},
      {"0r", 0},
      {"0w", 0},
      {"0r 0r 0w 0r 0w", 0},  // the same thread never
      {"0r 1r", 0},           // two readers
      {"0r 1r 2r 0r 1r", 0},  // any number of readers
      {"0w 1r", 2},           // written, then read by another
      {"0w 0r 1r", 3},        // reading does not make the write forgotten
      {"0w 1w", 2},
      {"0r 1w", 2},
      {"0r 0w 1r", 3},
      {"0r 1r 0w", 3},  // after several readers any write
      {"0r 1r 1w", 3},  // even by the last of them
      {"0r 1r 2w", 3},
      {"0r 1r 1r 1r 1w", 5},
      {"0r 1r 0r 0w", 4},
  };
  for (const Row& row : rows) EXPECT_EQ(shared_by(accesses(row.accesses)), row.shared_by) << row.accesses;
}

TEST(Sharing, AgreesWithItsDefinitionOnRandomAccesses) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Access> made;
    for (std::uint64_t i = random.below(12); i > 0; --i)
      made.push_back({static_cast<ThreadId>(random.below(3)), random.below(4) == 0});
    std::size_t expected = 0;
    for (std::size_t i = 0; i < made.size() && expected == 0; ++i) {
      bool several = false, written = false;
      for (std::size_t k = 0; k <= i; ++k) {
        several |= made[k].thread != made[0].thread;
        written |= made[k].write;
      }
      if (several && written) expected = i + 1;
    }
    ASSERT_EQ(shared_by(made), expected) << "round " << round;
  }
}

TEST(Sharing, TakesTheShortCutOnlyWhereNothingChanges) {
  const Cell self = owner(3), other = owner(4);
  EXPECT_FALSE(stays_private(0, self, false)) << "the first touch is news";
  EXPECT_TRUE(stays_private(self, self, false));
  EXPECT_FALSE(stays_private(self, self, true)) << "the first write is news";
  EXPECT_TRUE(stays_private(self | kWritten, self, true));
  EXPECT_TRUE(stays_private(self | kWritten, self, false));
  EXPECT_FALSE(stays_private(other, self, false));
  EXPECT_FALSE(stays_private(other | kWritten, self, true));
  EXPECT_FALSE(stays_private(self | kSeveral, self, false));
  EXPECT_FALSE(stays_private(self | kSeveral, self, true));
  EXPECT_FALSE(stays_private(shared(self), self, false)) << "a shared location whose id looks like an owner";
  EXPECT_FALSE(stays_private(shared(self), self, true));
}

TEST(Sharing, TellsEveryThreadApart) {
  for (ThreadId thread : {0, 1, 0x7fff, 0xfffe}) {
    const Cell own = owner(thread);
    EXPECT_NE(own, 0u);
    EXPECT_EQ(own & kOwnerMask, own);
    EXPECT_EQ(own & (kShared | kWritten | kSeveral), 0u);
    EXPECT_EQ(touch(own | kWritten, own, false).verdict, Verdict::kPrivate);
    EXPECT_EQ(touch(own | kWritten, owner(thread == 0 ? 1 : thread - 1), false).verdict,
              Verdict::kBecomesShared);
  }
}

TEST(Sharing, KeepsTheLocationOfASharedCell) {
  for (LocationId id : {1u, 77u, (1u << 20), 0x7fff'ffffu}) {
    EXPECT_TRUE(is_shared(shared(id)));
    EXPECT_EQ(location(shared(id)), id);
  }
  EXPECT_FALSE(is_shared(0));
  EXPECT_FALSE(is_shared(owner(0xffff) | kWritten | kSeveral));
}

}  // namespace
}  // namespace heddle::sharing
