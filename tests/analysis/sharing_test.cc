#include "analysis/sharing.h"

#include <gtest/gtest.h>

#include <string_view>
#include <vector>

#include "event/random.h"

namespace heddle::sharing {
namespace {

// One step of an execution that touches one location.
struct Step {
  enum Kind { kRead, kWrite, kCreate, kJoin } kind;
  ThreadId thread;
  ThreadId peer = kNoThread;
};

// "0+1 0r 1w 0-1": thread 0 creates thread 1 and reads, thread 1 writes, thread 0 joins it.
std::vector<Step> steps(std::string_view text) {
  std::vector<Step> result;
  for (std::size_t i = 0; i + 1 < text.size();) {
    const auto thread = static_cast<ThreadId>(text[i] - '0');
    const char kind = text[i + 1];
    if (kind == '+' || kind == '-') {
      result.push_back(
          {kind == '+' ? Step::kCreate : Step::kJoin, thread, static_cast<ThreadId>(text[i + 2] - '0')});
      i += 4;
    } else {
      result.push_back({kind == 'w' ? Step::kWrite : Step::kRead, thread});
      i += 3;
    }
  }
  return result;
}

// The step, counted from 1, with which an untouched location becomes shared; 0: it stays private.
std::size_t shared_by(const std::vector<Step>& steps) {
  Segments segments;
  segments.begin();
  segments.create(kNoThread, 0);
  Cell cell = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (step.kind == Step::kCreate) segments.create(step.thread, step.peer);
    if (step.kind == Step::kJoin) segments.join(step.thread, step.peer);
    if (step.kind == Step::kCreate || step.kind == Step::kJoin) continue;
    const bool write = step.kind == Step::kWrite;
    const Segment own = segments.of(step.thread);
    const Transition transition =
        touch(cell, own, write, [&](Segment segment) { return segments.is_before(segment, step.thread); });
    if (transition.becomes_shared) return i + 1;
    EXPECT_FALSE(is_shared(transition.cell));
    EXPECT_NE(transition.cell, 0u);
    if (stays_private(cell, own, write) && !(write && cell != written_by(own))) {
      EXPECT_EQ(transition.cell, cell) << "the short cut must agree";
    }
    if (!stays_private(cell, own, write)) cell = transition.cell;
  }
  return 0;
}

TEST(Sharing, BeginsWhenTwoThreadsTouchAndOneWrites) {
  struct Row {
    const char* steps;
    std::size_t shared_by;
  };
  const Row rows[] = {
      {"0r", 0},
      {"0w", 0},
      {"0r 0r 0w 0r 0w", 0},          // the same thread never
      {"0+1 0r 1r", 0},               // two readers
      {"0+1 0+2 0r 1r 2r 0r 1r", 0},  // any number of readers
      {"0+1 0w 1r", 3},               // written, then read by another
      {"0+1 0w 0r 1r", 4},            // reading does not make the write forgotten
      {"0+1 0w 1w", 3},
      {"0+1 0r 1w", 3},
      {"0+1 0r 0w 1r", 4},
      {"0+1 0r 1r 0w", 4},  // after several readers any write
      {"0+1 0r 1r 1w", 4},  // even by the last of them
      {"0+1 0+2 0r 1r 2w", 5},
      {"0+1 0r 1r 1r 1r 1w", 6},
      {"0+1 1w 0r", 3},
      // What is handed over by creation or joining is not shared.
      {"0w 0+1 1r 1w 1r", 0},  // given to a new thread
      {"0w 0+1 1r 0r", 0},     // both read it afterwards
      {"0w 0+1 1r 0w", 4},     // but the creator may not write any more
      {"0w 0+1 1w 0r", 4},
      {"0r 0+1 1w", 0},
      {"0w 0+1 1w 0-1 0r 0w", 0},       // and taken back
      {"0+1 0+2 1w 0-1 2r", 5},         // not by somebody who has nothing to do with that
      {"0+1 1w 0-1 0+2 2w 0-2 0r", 0},  // one after the other
      {"0w 0+1 0+2 1r 2r", 0},          // read by both
      {"0w 0+1 0+2 1r 2r 1w", 6},
      {"0+1 0w 0+2 2r 1r", 5},  // the write comes before thread 2, not before thread 1
      {"0+1 0w 0+2 2w 1r", 5},
      {"0w 0+1 1+2 2w 1-2 0-1 0r", 0},  // through two generations
      {"0+1 1+2 2w 0-1 0r", 5},         // nobody has joined the grandchild
      {"0w 0+1 0r 1w", 4},              // what the creator does afterwards is not before
  };
  for (const Row& row : rows) EXPECT_EQ(shared_by(steps(row.steps)), row.shared_by) << row.steps;
}

// All threads exist from the start: no order between them.
TEST(Sharing, AgreesWithItsDefinitionOnRandomAccesses) {
  Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Step> made = steps("0+1 0+2");
    const std::size_t set_up = made.size();
    for (std::uint64_t i = random.below(12); i > 0; --i)
      made.push_back(
          {random.below(4) == 0 ? Step::kWrite : Step::kRead, static_cast<ThreadId>(random.below(3))});
    std::size_t expected = 0;
    for (std::size_t i = set_up; i < made.size() && expected == 0; ++i) {
      bool several = false, written = false;
      for (std::size_t k = set_up; k <= i; ++k) {
        several |= made[k].thread != made[set_up].thread;
        written |= made[k].kind == Step::kWrite;
      }
      if (several && written) expected = i + 1;
    }
    ASSERT_EQ(shared_by(made), expected) << "round " << round;
  }
}

// Against the definition with vector clocks: never later than two conflicting accesses in no order, and only
// reads by several threads make it earlier.
TEST(Sharing, IsNeverMissedWithCreationAndJoining) {
  Random random(2);
  std::size_t found = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<Step> made;
    std::vector<bool> alive = {true}, joined = {false};
    for (int i = 0; i < 14; ++i) {
      const auto thread = static_cast<ThreadId>(random.below(alive.size()));
      if (!alive[thread]) continue;
      const std::uint64_t what = random.below(8);
      if (what == 0 && alive.size() < 5) {
        made.push_back({Step::kCreate, thread, static_cast<ThreadId>(alive.size())});
        alive.push_back(true);
        joined.push_back(false);
      } else if (what == 1) {
        const auto other = static_cast<ThreadId>(random.below(alive.size()));
        if (other == thread || other == 0 || joined[other]) continue;
        alive[other] = false;
        joined[other] = true;
        made.push_back({Step::kJoin, thread, other});
      } else {
        made.push_back({what < 4 ? Step::kWrite : Step::kRead, thread});
      }
    }
    std::vector<std::vector<std::size_t>> clocks(5, std::vector<std::size_t>(5));
    std::vector<std::vector<std::size_t>> at;  // the clock of each step
    const auto join = [](std::vector<std::size_t>& to, const std::vector<std::size_t>& from) {
      for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::max(to[i], from[i]);
    };
    std::size_t expected = 0;
    for (std::size_t i = 0; i < made.size(); ++i) {
      const Step& step = made[i];
      ++clocks[step.thread][step.thread];
      if (step.kind == Step::kJoin) join(clocks[step.thread], clocks[step.peer]);
      at.push_back(clocks[step.thread]);
      if (step.kind == Step::kCreate) join(clocks[step.peer], clocks[step.thread]);
      if (step.kind > Step::kWrite) continue;
      for (std::size_t k = 0; k < i && expected == 0; ++k) {
        if (made[k].kind > Step::kWrite || (made[k].kind == Step::kRead && step.kind == Step::kRead))
          continue;
        if (at[k][made[k].thread] > at[i][made[k].thread]) expected = i + 1;
      }
    }
    const std::size_t seen = shared_by(made);
    found += expected != 0 ? 1 : 0;
    if (expected != 0) {
      ASSERT_TRUE(seen != 0 && seen <= expected) << "round " << round;
    }
  }
  EXPECT_GT(found, 1'000u);
}

TEST(Sharing, TakesTheShortCutOnlyWhereNothingChanges) {
  const Segment self = 3, other = 4;
  EXPECT_FALSE(stays_private(0, self, false)) << "the first touch is news";
  EXPECT_FALSE(stays_private(0, self, true));
  EXPECT_TRUE(stays_private(read_by(self), self, false));
  EXPECT_FALSE(stays_private(read_by(self), self, true)) << "the first write is news";
  EXPECT_TRUE(stays_private(written_by(self), self, true));
  EXPECT_TRUE(stays_private(written_by(self), self, false));
  EXPECT_TRUE(stays_private(written_by(self) | read_by(self), self, true));
  EXPECT_TRUE(stays_private(written_by(other) | read_by(self), self, false));
  EXPECT_FALSE(stays_private(written_by(other) | read_by(self), self, true));
  EXPECT_FALSE(stays_private(read_by(other), self, false));
  EXPECT_FALSE(stays_private(written_by(other), self, false));
  EXPECT_FALSE(stays_private(written_by(other), self, true));
  EXPECT_TRUE(stays_private(read_by(self) | kSeveral, self, false));
  EXPECT_FALSE(stays_private(read_by(self) | kSeveral, self, true));
  EXPECT_FALSE(stays_private(shared(self), self, false)) << "a shared location whose id looks like a segment";
  EXPECT_FALSE(stays_private(shared(written_by(self)), self, true));
}

TEST(Sharing, KeepsTheLocationOfASharedCell) {
  for (LocationId id : {1u, 77u, (1u << 20), 0x7fff'ffffu}) {
    EXPECT_TRUE(is_shared(shared(id)));
    EXPECT_EQ(location(shared(id)), id);
  }
  EXPECT_FALSE(is_shared(0));
  EXPECT_FALSE(is_shared(written_by(0x7fff) | read_by(0x7fff) | kSeveral));
}

TEST(Segments, AreEnoughForEveryThread) {
  Segments segments;
  segments.begin();
  segments.create(kNoThread, 0);
  for (ThreadId thread = 1; thread < 4096; ++thread) segments.create(0, thread);
  EXPECT_GT(segments.of(0), segments.of(4094));
  EXPECT_LE(segments.of(4095), kSegmentMask);
  EXPECT_FALSE(segments.is_before(segments.of(1), 2));
  segments.join(0, 4095);
  EXPECT_TRUE(segments.is_before(segments.of(4095), 0));
}

}  // namespace
}  // namespace heddle::sharing
