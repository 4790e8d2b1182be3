// The way of a bug through confirming and shrinking, with a model program in place of a process.
#include "search/shrink_bug.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model_program.h"
#include "search/confirm.h"
#include "search/repeat.h"
#include "strategies/follow_turns.h"
#include "strategies/random_walk.h"
#include "strategies/replay.h"

namespace heddle::shrink_bug_test {
namespace {

using ::testing::HasSubstr;
using testing::ModelProgram;

// Two threads count to two, among other things.
const ModelProgram kCounters({{"r a", "w a", "r x", "w x", "r a", "w a"}, {"r b", "r x", "w x", "w b"}},
                             [](const ModelProgram::Values& values) { return values.at('x') != 2; });

class ModelReplayer : public Replayer {
 public:
  Result<Replayed> replay(const ReplayRequest& request, const Watch&) override {
    if (++replays > vanishes_after) return Error{"it vanished"};
    const NotedSteps noted = request.operations ? NotedSteps::kAddresses : NotedSteps::kPreemptions;
    FollowTurns by_turns(request.turns, 1000, noted);
    Replay by_schedule(request.schedule, {}, noted);
    ModelProgram::Outcome outcome =
        kCounters.run(request.by_turns ? static_cast<Strategy&>(by_turns) : by_schedule);
    Replayed replayed;
    in_time += request.execution.in_time ? 1 : 0;
    if (needs_early && request.execution.in_time) outcome.failed = false;
    replayed.report.early.count = is_early && !request.execution.in_time ? 1 : 0;
    replayed.report.end = outcome.failed ? End::kFailed : End::kCompleted;
    replayed.report.failure = outcome.failure;
    replayed.report.schedule = outcome.execution.schedule;
    replayed.report.threads = outcome.execution.threads;
    for (const Run& run : outcome.execution.schedule) replayed.report.steps += run.steps;
    replayed.preemptions = outcome.execution.preemptions;
    replayed.operations = outcome.operations;
    return replayed;
  }
  std::string output(std::size_t) const override { return "what it printed"; }

  bool is_early = false;     // a deadline comes early wherever it may
  bool needs_early = false;  // it fails only then
  int in_time = 0;           // replays in which it may not
  int replays = 0;
  int vanishes_after = 1'000'000;
};

// As a random walk has found it, with more switches than necessary.
Bug found_bug(ModelReplayer& replayer) {
  for (std::uint64_t seed = 1; seed < 10'000; ++seed) {
    RandomWalk walk;
    const ModelProgram::Outcome outcome = kCounters.run(walk, seed);
    if (!outcome.failed) continue;
    Bug bug;
    const Replayed replayed =
        *replayer.replay(replay_request({}, outcome.execution.schedule, outcome.failure), nullptr);
    bug.report = replayed.report;
    bug.preemptions = replayed.preemptions;
    if (context_switches_of(bug) > 3) return bug;
  }
  ADD_FAILURE() << "the model does not fail";
  return {};
}

const ShrinkLimits kLong{.end = std::chrono::steady_clock::now() + std::chrono::hours(1)};
bool nobody_stops(std::uint64_t) {
  return false;
}

TEST(ConfirmFailure, BelievesWhatFailsEachTime) {
  ModelReplayer replayer;
  const Bug bug = found_bug(replayer);
  replayer.replays = 0;
  const auto replay = [&](bool) {
    return replayer.replay(replay_request({}, bug.report.schedule, bug.report.failure), nullptr);
  };
  const Confirmation confirmation = confirm_failure(bug.report.failure, replay, [] { return false; });
  EXPECT_EQ(confirmation.problem, "");
  EXPECT_EQ(confirmation.replays, kReplaysToBelieve);
  EXPECT_EQ(replayer.replays, kReplaysToBelieve);
}

TEST(ShrinkBug, FindsTheFewestSwitchesAndWhatMatters) {
  ModelReplayer replayer;
  Bug bug = found_bug(replayer);
  bug.report.number = 17;
  const std::uint64_t before = context_switches_of(bug);
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_TRUE(bug.shrinking.done);
  EXPECT_EQ(bug.shrinking.from, before);
  EXPECT_EQ(context_switches_of(bug), 2u);
  EXPECT_EQ(bug.shrinking.ended_early, "");
  EXPECT_FALSE(bug.shrinking.essence.pairs.empty());
  EXPECT_EQ(bug.report.number, 17u) << "it is still the execution that found it";
  EXPECT_EQ(bug.output, "what it printed");
  Replay replay(bug.report.schedule, {});
  EXPECT_TRUE(kCounters.run(replay).failed);
}

TEST(ShrinkBug, DoesWithoutEarlyDeadlinesWhereItCan) {
  ModelReplayer replayer;
  replayer.is_early = true;
  Bug bug = found_bug(replayer);
  ASSERT_EQ(bug.report.early.count, 1u);
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_TRUE(bug.shrinking.done);
  EXPECT_EQ(bug.report.early.count, 0u);
  EXPECT_EQ(context_switches_of(bug), 2u);
  EXPECT_GT(replayer.in_time, 0);
}

TEST(ShrinkBug, KeepsTheEarlyDeadlinesThatItNeeds) {
  ModelReplayer replayer;
  replayer.is_early = replayer.needs_early = true;
  Bug bug = found_bug(replayer);
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_TRUE(bug.shrinking.done);
  EXPECT_EQ(bug.report.early.count, 1u);
  EXPECT_EQ(context_switches_of(bug), 2u);
}

TEST(ShrinkBug, TriesNothingElseWhereNoDeadlineCameEarly) {
  ModelReplayer replayer;
  Bug bug = found_bug(replayer);
  replayer.is_early = true;  // as it seems to replays, which see more
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_EQ(bug.report.early.count, 0u);
  EXPECT_EQ(replayer.in_time, 0);
}

TEST(ShrinkBug, LeavesTheBugAloneWhereItCannotBeRepeated) {
  ModelReplayer replayer;
  Bug bug = found_bug(replayer);
  const Schedule found = bug.report.schedule;
  replayer.vanishes_after = replayer.replays + 2;
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_FALSE(bug.shrinking.done);
  EXPECT_EQ(bug.report.schedule, found);
  EXPECT_THAT(bug.shrinking.ended_early, HasSubstr("was lost"));
}

TEST(ShrinkBug, EndsWhenItsExecutionsAreUsedUp) {
  ModelReplayer replayer;
  Bug bug = found_bug(replayer);
  ShrinkLimits few = kLong;
  few.executions = 3;
  shrink_bug(bug, replayer, {}, few, nobody_stops);
  EXPECT_THAT(bug.shrinking.ended_early, HasSubstr("limit of re-executions"));
  EXPECT_LE(bug.shrinking.reexecutions, 5u) << "those that are begun are ended, and the result is confirmed";
}

TEST(ShrinkBug, DoesNotTouchWhatIsNotStable) {
  ModelReplayer replayer;
  Bug bug = found_bug(replayer);
  bug.stable = false;
  const int before = replayer.replays;
  shrink_bug(bug, replayer, {}, kLong, nobody_stops);
  EXPECT_EQ(replayer.replays, before);
  EXPECT_FALSE(bug.shrinking.done);
}

}  // namespace
}  // namespace heddle::shrink_bug_test
