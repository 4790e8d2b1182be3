// Failures that random walks run into, with far more switches than necessary.
#include "search/shrink.h"

#include <gtest/gtest.h>

#include "model_program.h"
#include "search/essence.h"
#include "strategies/random_walk.h"
#include "strategies/replay.h"

namespace heddle::shrink_test {
namespace {

using testing::ModelProgram;

constexpr int kFailures = 20;

// Two threads count to two. Every other operation has nothing to do with it.
const ModelProgram kLostUpdate({{"r a", "w a", "r x", "w x", "r a", "w a"}, {"r b", "r x", "w x", "w b"}},
                               [](const ModelProgram::Values& values) { return values.at('x') != 2; });

// Each access has its lock, but the two belong together.
const ModelProgram kAtomicityViolation({{"+m", "r x", "-m", "+m", "w x", "-m"},
                                        {"+m", "r x", "-m", "+m", "w x", "-m"}},
                                       [](const ModelProgram::Values& values) {
                                         return values.at('x') != 2;
                                       });

// The RPro paper's Figures 1 and 2.
const ModelProgram kD1({{"+m", "+n", "-n", "-m"}, {"+n", "+m", "-m", "-n"}}, nullptr);
const ModelProgram kD2({{"+k", "-k", "+s", "+n", "-n", "+p", "+m", "+n", "-n", "-m", "-p", "-s"},
                        {"+s", "-s", "+n", "+p", "-p", "-n"}},
                       nullptr);
const ModelProgram kCrowdedD1({{"+m", "+n", "-n", "-m"},
                               {"+x", "-x", "+x", "-x"},
                               {"+n", "+m", "-m", "-n"},
                               {"+y", "-y", "r a", "w a"}},
                              nullptr);

// What both of them need from a program.
struct Laboratory {
  const ModelProgram& program;
  FailureKind kind;
  int executions = 0;

  Reexecute reexecute = [this](const std::vector<Turn>& turns) -> std::optional<FailedExecution> {
    ++executions;
    FollowTurns strategy(turns, 1000, NotedSteps::kPreemptions);
    ModelProgram::Outcome outcome = program.run(strategy);
    if (!outcome.failed || outcome.failure.kind != kind) return std::nullopt;
    return outcome.execution;
  };
  Perform trace = [this](const std::vector<Turn>& turns) {
    ++executions;
    FollowTurns strategy(turns, 1000, NotedSteps::kAddresses);
    return program.run(strategy).operations;
  };
  std::function<bool()> never = [] { return false; };
};

// The schedules of random walks that failed, repeated for their preemptions.
std::vector<ModelProgram::Outcome> failures_of(const ModelProgram& program) {
  std::vector<ModelProgram::Outcome> failures;
  for (std::uint64_t seed = 1; failures.size() < kFailures; ++seed) {
    RandomWalk walk;
    const ModelProgram::Outcome outcome = program.run(walk, seed);
    if (!outcome.failed) continue;
    Replay replay(outcome.execution.schedule, {});
    failures.push_back(program.run(replay));
    EXPECT_TRUE(failures.back().failed) << "seed " << seed;
  }
  return failures;
}

void expect_switches(const ModelProgram& program, std::uint64_t expected) {
  int executions = 0;
  for (const ModelProgram::Outcome& found : failures_of(program)) {
    Laboratory laboratory{program, found.failure.kind};
    const FailedExecution shortest =
        shrink(found.execution, laboratory.reexecute, laboratory.trace, laboratory.never);
    EXPECT_EQ(cost_of(shortest).switches, expected);
    EXPECT_LE(cost_of(shortest), cost_of(found.execution));
    executions += laboratory.executions;
    Replay replay(shortest.schedule, {});
    const ModelProgram::Outcome again = program.run(replay);
    EXPECT_TRUE(again.failed && again.failure.kind == found.failure.kind);
  }
  EXPECT_LE(executions, 200 * kFailures);
}

TEST(Shrink, ALostUpdateToTwo) {
  expect_switches(kLostUpdate, 2);
}

TEST(Shrink, AnAtomicityViolationToTwo) {
  expect_switches(kAtomicityViolation, 2);
}

TEST(Shrink, D1ToTwo) {
  expect_switches(kD1, 2);
}

TEST(Shrink, D2ToFour) {
  expect_switches(kD2, 4);
}

TEST(Shrink, D1AmongOtherThreadsToTwo) {
  expect_switches(kCrowdedD1, 2);
}

TEST(Shrink, AFailureThatNeedsNoSwitchToNone) {
  const ModelProgram wrong_order({{"r x", "w y"}, {"w x"}},
                                 [](const ModelProgram::Values& values) { return values.at('y') == 2; });
  expect_switches(wrong_order, 0);
}

TEST(Shrink, ReturnsWhatWasFoundWhereNothingFailsAgain) {
  const ModelProgram::Outcome found = failures_of(kLostUpdate).front();
  Laboratory laboratory{kLostUpdate, FailureKind::kCrash};
  const FailedExecution same =
      shrink(found.execution, laboratory.reexecute, laboratory.trace, laboratory.never);
  EXPECT_EQ(same.schedule, found.execution.schedule);
}

// Very long schedules are not taken apart; a short one may be found all the same.
TEST(Shrink, OfAVeryLongScheduleTriesSimpleOnes) {
  Laboratory laboratory{kLostUpdate, FailureKind::kAssertion};
  FailedExecution found = failures_of(kLostUpdate).front().execution;
  while (!has_too_many_turns(found)) {
    found.schedule.push_back({1, 1});
    found.schedule.push_back({2, 1});
    found.preemptions.push_back(static_cast<std::uint32_t>(found.schedule.size()));
  }
  const Reexecute reexecute = [&](const std::vector<Turn>& turns) {
    EXPECT_LT(turns.size(), 100u);
    return laboratory.reexecute(turns);
  };
  EXPECT_LE(cost_of(shrink(found, reexecute, laboratory.trace, laboratory.never)).switches, 2u);
  const Reexecute in_vain = [](const std::vector<Turn>&) { return std::optional<FailedExecution>(); };
  EXPECT_EQ(shrink(found, in_vain, laboratory.trace, laboratory.never).schedule.size(),
            found.schedule.size());
}

TEST(Shrink, StopsWhenItIsTold) {
  const ModelProgram::Outcome found = failures_of(kLostUpdate).front();
  Laboratory laboratory{kLostUpdate, found.failure.kind};
  const std::function<bool()> soon = [&] { return laboratory.executions >= 3; };
  shrink(found.execution, laboratory.reexecute, laboratory.trace, soon);
  EXPECT_LE(laboratory.executions, 3);
}

TEST(Shrink, IsTheSameEveryTime) {
  const ModelProgram::Outcome found = failures_of(kD2).front();
  Laboratory laboratory{kD2, found.failure.kind};
  const FailedExecution first =
      shrink(found.execution, laboratory.reexecute, laboratory.trace, laboratory.never);
  const FailedExecution second =
      shrink(found.execution, laboratory.reexecute, laboratory.trace, laboratory.never);
  EXPECT_EQ(first.schedule, second.schedule);
}

TEST(Shrink, OfTurnsLeadsToTheSameExecution) {
  for (const ModelProgram::Outcome& found : failures_of(kD2)) {
    FollowTurns strategy(turns_of(found.execution), 1000, NotedSteps::kPreemptions);
    EXPECT_EQ(kD2.run(strategy).execution.schedule, found.execution.schedule);
  }
}

// Shrunk, and what it comes down to: sites, thread t's n-th operation being 100 * t + n.
std::vector<std::pair<SiteId, SiteId>> essence(
    const ModelProgram& program, const std::function<bool()>& stop = [] { return false; }) {
  const ModelProgram::Outcome found = failures_of(program).front();
  Laboratory laboratory{program, found.failure.kind};
  const FailedExecution shortest =
      shrink(found.execution, laboratory.reexecute, laboratory.trace, laboratory.never);
  Replay replay(shortest.schedule, {});
  const ModelProgram::Outcome again = program.run(replay);
  const Essence result = essence_of(again.execution, again.operations, again.failure, laboratory.reexecute,
                                    laboratory.trace, stop);
  std::vector<std::pair<SiteId, SiteId>> sites;
  for (const DecisivePair& pair : result.pairs)
    sites.push_back({pair.before.what.site, pair.after.what.site});
  return sites;
}

using Sites = std::vector<std::pair<SiteId, SiteId>>;

// One of the two writes comes between the other's read and write.
TEST(Essence, OfALostUpdateIsAWriteBeforeAWrite) {
  EXPECT_TRUE(essence(kLostUpdate) == (Sites{{202, 103}}) || essence(kLostUpdate) == (Sites{{103, 202}}));
}

TEST(Essence, BehindLocksIsWhatTheyProtect) {
  const Sites sites = essence(kAtomicityViolation);
  EXPECT_TRUE(sites == (Sites{{204, 104}}) || sites == (Sites{{104, 204}}));
}

TEST(Essence, OfADeadlockIsTheLockThatWasTakenFirst) {
  const Sites sites = essence(kD1);
  EXPECT_TRUE(sites == (Sites{{200, 101}}) || sites == (Sites{{100, 201}}));
}

TEST(Essence, OfAWrongOrderIsTheOrder) {
  const ModelProgram wrong_order({{"r x", "w y"}, {"w x"}},
                                 [](const ModelProgram::Values& values) { return values.at('y') == 2; });
  EXPECT_TRUE(essence(wrong_order).empty());
}

// What was not tried is a guess, and comparing long executions takes long.
TEST(Essence, IsNotGuessedWhenTheTimeIsUp) {
  EXPECT_TRUE(essence(kLostUpdate, [] { return true; }).empty());
  int asked = 0;
  EXPECT_TRUE(essence(kAtomicityViolation, [&] { return ++asked > 1; }).empty());
}

TEST(Essence, OfALostSignalIsWhatTheEngineSaw) {
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kLostWakeup;
  failure.thread = 2;
  failure.site = 20;
  failure.lost_signal_thread = 1;
  failure.lost_signal_site = 10;
  Laboratory laboratory{kD1, failure.kind};
  const Essence result =
      essence_of({}, {}, failure, laboratory.reexecute, laboratory.trace, laboratory.never);
  ASSERT_EQ(result.pairs.size(), 1u);
  EXPECT_EQ(result.pairs[0].before.what.site, 10u);
  EXPECT_EQ(result.pairs[0].after.what.site, 20u);
}

}  // namespace
}  // namespace heddle::shrink_test
