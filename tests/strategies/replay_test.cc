#include "strategies/replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "points.h"

namespace heddle::replay_test {
namespace {

using testing::Begun;
using ::testing::IsNull;
using testing::Next;
using ::testing::NotNull;
using testing::Point;

constexpr StepKind kCreate{OperationKind::kThreadCreate, 10};
constexpr StepKind kRead{OperationKind::kRead, 20};
constexpr StepKind kWrite{OperationKind::kWrite, 21};

const Schedule kSchedule = {{0, 1}, {1, 2}, {0, 2}};
const StepRecord kRecord = {{kCreate, kRead, kWrite}, {0, 1, 2, 1, 2}};

Next next(ThreadId thread, StepKind kind) {
  return {thread, kind.kind, kind.site};
}

class ReplayTest : public ::testing::Test {
 protected:
  // One decision; when it is to go on, the step happens.
  ThreadId step(std::initializer_list<Next> enabled) {
    const Decision decision = replay_.choose(Point(enabled));
    if (!decision.abandons()) replay_.executed({});
    return decision.thread;
  }
  // The first three steps, as the schedule says.
  void first_steps() {
    ASSERT_EQ(step({next(0, kCreate)}), 0);
    ASSERT_EQ(step({next(0, kRead), next(1, kRead)}), 1);
    ASSERT_EQ(step({next(0, kRead), next(1, kWrite)}), 1);
  }

  Replay replay_{kSchedule, kRecord};
  Begun begun_{replay_};
};

TEST_F(ReplayTest, FollowsTheRuns) {
  first_steps();
  EXPECT_EQ(step({next(0, kRead), next(1, kRead)}), 0);
  EXPECT_EQ(step({next(0, kWrite), next(1, kRead)}), 0);
  EXPECT_THAT(replay_.divergence(), IsNull());
}

// Recorded in a library that the program has yet to load.
TEST(Replay, TakesAnySiteOfTheRightKindWhereTheSiteIsNotKnown) {
  const StepRecord record = {{kCreate, {OperationKind::kRead, kAnySite}}, {0, 1, 1}};
  Replay replay(kSchedule, record);
  const Begun begun(replay);
  const auto chosen = [&replay](std::initializer_list<Next> enabled) {
    const Decision decision = replay.choose(Point(enabled));
    if (!decision.abandons()) replay.executed({});
    return !decision.abandons();
  };
  EXPECT_TRUE(chosen({next(0, kCreate)}));
  EXPECT_TRUE(chosen({next(0, kRead), next(1, kRead)}));
  EXPECT_FALSE(chosen({next(0, kRead), next(1, kWrite)}));
}

TEST_F(ReplayTest, StaysAtAStepUntilItHappened) {
  ASSERT_EQ(step({next(0, kCreate)}), 0);
  const Point point({next(0, kRead), next(1, kRead)});
  EXPECT_EQ(replay_.choose(point).thread, 1);
  EXPECT_EQ(replay_.choose(point).thread, 1);
}

TEST_F(ReplayTest, NamesTheFirstOperationThatDiffers) {
  ASSERT_EQ(step({next(0, kCreate)}), 0);
  EXPECT_EQ(step({next(0, kRead), next(1, kWrite)}), kNoThread);
  const Divergence* divergence = replay_.divergence();
  ASSERT_THAT(divergence, NotNull());
  EXPECT_EQ(divergence->step, 1u);
  EXPECT_EQ(divergence->thread, 1);
  EXPECT_EQ(divergence->expected, kRead);
  EXPECT_EQ(divergence->found, kWrite);
  EXPECT_FALSE(divergence->schedule_ended);
  EXPECT_FALSE(divergence->reason.empty());
}

TEST_F(ReplayTest, ChecksTheSiteToo) {
  ASSERT_EQ(step({next(0, kCreate)}), 0);
  EXPECT_EQ(step({{1, OperationKind::kRead, 999}}), kNoThread);
  ASSERT_THAT(replay_.divergence(), NotNull());
  EXPECT_EQ(replay_.divergence()->found, (StepKind{OperationKind::kRead, 999}));
}

TEST_F(ReplayTest, NamesTheThreadThatCannotGoOn) {
  ASSERT_EQ(step({next(0, kCreate)}), 0);
  EXPECT_EQ(step({next(0, kRead)}), kNoThread);
  const Divergence* divergence = replay_.divergence();
  ASSERT_THAT(divergence, NotNull());
  EXPECT_EQ(divergence->step, 1u);
  EXPECT_EQ(divergence->thread, 1);
  EXPECT_EQ(divergence->expected, kRead);
  EXPECT_EQ(divergence->found, StepKind{});
  EXPECT_FALSE(divergence->schedule_ended);
}

TEST_F(ReplayTest, SaysWhenTheProgramGoesOnAfterTheEnd) {
  first_steps();
  step({next(0, kRead)});
  step({next(0, kWrite)});
  EXPECT_EQ(step({next(1, kRead)}), kNoThread);
  const Divergence* divergence = replay_.divergence();
  ASSERT_THAT(divergence, NotNull());
  EXPECT_EQ(divergence->step, 5u);
  EXPECT_EQ(divergence->found, kRead);
  EXPECT_EQ(divergence->expected, StepKind{});
  EXPECT_TRUE(divergence->schedule_ended);
}

TEST_F(ReplayTest, KeepsTheFirstDivergence) {
  EXPECT_EQ(step({next(0, kWrite)}), kNoThread);
  EXPECT_EQ(step({next(1, kRead)}), kNoThread);
  ASSERT_THAT(replay_.divergence(), NotNull());
  EXPECT_EQ(replay_.divergence()->found, kWrite);
}

TEST_F(ReplayTest, StartsAgainWithEveryExecution) {
  EXPECT_EQ(step({next(0, kWrite)}), kNoThread);
  const Begun again(replay_);
  EXPECT_THAT(replay_.divergence(), IsNull());
  first_steps();
}

TEST_F(ReplayTest, WantsToSeeEveryOperation) {
  EXPECT_TRUE(replay_.facets().needs.every_operation);
  EXPECT_TRUE(replay_.facets().needs.executed);
}

TEST(Replay, ChecksOnlyAsFarAsTheRecordGoes) {
  Replay replay(kSchedule, {{kCreate, kRead}, {0, 1}});
  const Begun begun(replay);
  const auto step = [&replay](std::initializer_list<Next> enabled) {
    const Decision decision = replay.choose(Point(enabled));
    replay.executed({});
    return decision.thread;
  };
  EXPECT_EQ(step({next(0, kCreate)}), 0);
  EXPECT_EQ(step({next(1, kRead)}), 1);
  EXPECT_EQ(step({next(1, kRead)}), 1) << "a write once, but nobody wrote it down";
  EXPECT_EQ(step({next(0, {OperationKind::kExit, 0})}), 0);
  EXPECT_THAT(replay.divergence(), IsNull());
}

TEST(Replay, StillNeedsTheThreadWhereNothingIsRecorded) {
  Replay replay(kSchedule, {});
  const Begun begun(replay);
  EXPECT_TRUE(replay.choose(Point({next(1, kRead)})).abandons());
  ASSERT_THAT(replay.divergence(), NotNull());
  EXPECT_EQ(replay.divergence()->expected, StepKind{});
}

TEST(Replay, PassesOverRunsOfNoSteps) {
  Replay replay({{2, 0}, {0, 1}, {2, 0}, {1, 1}}, {});
  const Begun begun(replay);
  const Point point({next(0, kRead), next(1, kRead)});
  EXPECT_EQ(replay.choose(point).thread, 0);
  replay.executed({});
  EXPECT_EQ(replay.choose(point).thread, 1);
}

TEST(Replay, OfAnEmptyScheduleEndsAtOnce) {
  Replay replay({}, {});
  const Begun begun(replay);
  EXPECT_TRUE(replay.choose(Point({next(0, kCreate)})).abandons());
  ASSERT_THAT(replay.divergence(), NotNull());
  EXPECT_TRUE(replay.divergence()->schedule_ended);
  EXPECT_EQ(replay.divergence()->step, 0u);
}

}  // namespace
}  // namespace heddle::replay_test
