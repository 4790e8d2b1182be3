#include "strategies/fifo.h"

#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

using testing::Begun;
using testing::Next;
using testing::Point;

constexpr OperationKind kRead = OperationKind::kRead;

class FifoTest : public ::testing::Test {
 protected:
  ThreadId choose(std::initializer_list<Next> enabled, ThreadId current, std::uint64_t without_progress = 0) {
    return fifo_.choose(Point(enabled, current, without_progress)).thread;
  }

  Fifo fifo_;
  Begun begun_{fifo_};
};

TEST_F(FifoTest, NeverPreempts) {
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(choose({{0}, {1}, {2}}, 1), 1);
}

TEST_F(FifoTest, TakesThoseWhoNeverRanInTheOrderOfTheirIds) {
  EXPECT_EQ(choose({{1}, {2}, {3}}, 0), 1);
  EXPECT_EQ(choose({{2}, {3}}, 1), 2);
  EXPECT_EQ(choose({{1}, {3}}, 2), 3);
}

TEST_F(FifoTest, TakesTheOneThatHasWaitedLongest) {
  EXPECT_EQ(choose({{0}, {1}, {2}}, 0), 0);
  EXPECT_EQ(choose({{1}, {2}}, 0), 1);
  EXPECT_EQ(choose({{0}, {2}}, 1), 2);
  EXPECT_EQ(choose({{0}, {1}}, 2), 0);
  EXPECT_EQ(choose({{1}, {2}}, 0), 1);
}

TEST_F(FifoTest, TakesAThreadThatNeverRanBeforeOneThatDid) {
  EXPECT_EQ(choose({{0}, {1}}, 0), 0);
  EXPECT_EQ(choose({{1}, {9}}, 0), 1);
  EXPECT_EQ(choose({{0}, {9}}, 1), 9);
}

// Where one thread alone is enabled nobody is asked; that it ran is seen at the next point.
TEST_F(FifoTest, CountsAsWaitingOnlySinceAThreadLastRan) {
  EXPECT_EQ(choose({{0}, {1}, {2}}, 0), 0);
  EXPECT_EQ(choose({{1}, {2}}, 0), 1);
  // 1 blocks, and 2 runs because nobody else can; then it blocks and 0 and 1 are enabled.
  EXPECT_EQ(choose({{0}, {1}}, 2), 0);
  // 0 blocks: 1 ran before 2 did.
  EXPECT_EQ(choose({{1}, {2}}, 0), 1);
}

TEST_F(FifoTest, GivesWayBeforeASleep) {
  EXPECT_EQ(choose({{0, OperationKind::kSleep}, {1}}, 0), 1);
}

TEST_F(FifoTest, GivesWayBeforeAYield) {
  EXPECT_EQ(choose({{0, OperationKind::kYield}, {1}}, 0), 1);
}

TEST_F(FifoTest, DoesNotGiveWayBecauseAnotherSleeps) {
  EXPECT_EQ(choose({{0}, {1, OperationKind::kSleep}, {2, OperationKind::kYield}}, 0), 0);
}

TEST_F(FifoTest, GoesOnWithASleeperWhenThereIsNobodyElse) {
  EXPECT_EQ(choose({{2, OperationKind::kSleep}}, 2), 2);
  EXPECT_EQ(choose({{2, OperationKind::kYield}}, 2), 2);
  EXPECT_EQ(choose({{2}}, 2, 100), 2);
}

TEST_F(FifoTest, LetsTwoThatYieldTakeTurns) {
  constexpr OperationKind kYield = OperationKind::kYield;
  ThreadId current = 0;
  for (int i = 0; i < 10; ++i) {
    const ThreadId chosen = choose({{0, kYield}, {1, kYield}}, current);
    ASSERT_NE(chosen, current);
    current = chosen;
  }
}

TEST_F(FifoTest, GivesEverybodyATurnWhileTheyOnlySpin) {
  ThreadId current = 0;
  int turns[3] = {};
  for (std::uint64_t point = 0; point < 3000; ++point) {
    current = choose({{0, kRead}, {1, kRead}, {2, kRead}}, current, point);
    ++turns[current];
  }
  for (int count : turns) EXPECT_NEAR(count, 1000, 100);
}

TEST_F(FifoTest, IsPatientBeforeItCallsAThreadSpinning) {
  for (std::uint64_t point = 0; point < 99; ++point) ASSERT_EQ(choose({{0}, {1}}, 0, point), 0);
}

TEST(Fifo, DoesTheSameInEveryExecution) {
  Fifo fifo;
  std::vector<ThreadId> chosen[2];
  for (std::vector<ThreadId>& list : chosen) {
    const Begun begun(fifo);
    for (ThreadId blocked : {0, 1, 0, 2, 1, 0})
      list.push_back(fifo.choose(blocked == 0   ? Point({{1}, {2}}, 0)
                                 : blocked == 1 ? Point({{0}, {2}}, 1)
                                                : Point({{0}, {1}}, 2))
                         .thread);
  }
  EXPECT_EQ(chosen[0], chosen[1]);
}

}  // namespace
}  // namespace heddle
