// Depths of the RPro paper's deadlocks, from executions that found them with far more switches than
// necessary.
#include "search/bug_depth.h"

#include <gtest/gtest.h>

#include "../strategies/lock_model.h"
#include "strategies/random_walk.h"

namespace heddle {
namespace {

using testing::kD1;
using testing::kD2;
using testing::LockModel;
using testing::ModelOutcome;
using testing::run_model;

// Threads that have nothing to do with it.
const LockModel kCrowded = {
    {"+m", "+n", "-n", "-m"}, {"+x", "-x", "+x", "-x"}, {"+n", "+m", "-m", "-n"}, {"+y", "-y"}};

std::vector<TraceStep> trace_of(const LockModel& model, const ModelOutcome& outcome) {
  std::vector<TraceStep> trace;
  std::vector<std::size_t> done(model.size());
  for (const ThreadId thread : outcome.order) {
    const Operation operation = testing::operation_of(model[thread][done[thread]++]);
    trace.push_back({thread, {operation.kind, 1}});
  }
  return trace;
}

// Of deadlocks that random walks ran into.
void expect_depth(const LockModel& model, std::vector<ThreadId> suspects, unsigned expected) {
  const auto reproduces = [&](const Plan& plan) {
    FollowPlan strategy({plan, EventClass::kSync});
    return run_model(model, strategy).deadlock;
  };
  const auto never = [] { return false; };
  int found = 0;
  for (std::uint64_t seed = 1; found < 20; ++seed) {
    RandomWalk walk;
    const ModelOutcome outcome = run_model(model, walk, seed);
    if (!outcome.deadlock) continue;
    ++found;
    EXPECT_EQ(bug_depth(trace_of(model, outcome), suspects, reproduces, never), expected) << "seed " << seed;
  }
}

TEST(BugDepth, OfD1IsTwo) {
  expect_depth(kD1, {0, 1}, 2);
}

TEST(BugDepth, OfD2IsThree) {
  expect_depth(kD2, {0, 1}, 3);
}

TEST(BugDepth, IsNotLargerAmongOtherThreads) {
  expect_depth(kCrowded, {0, 2}, 2);
}

TEST(BugDepth, IsUnknownWhenNothingReproducesIt) {
  const std::vector<TraceStep> trace(3, {0, {OperationKind::kLock, 1}});
  const auto never = [](const Plan&) { return false; };
  EXPECT_EQ(bug_depth(trace, {}, never, [] { return false; }), std::nullopt);
  const ThreadId suspects[] = {0};
  EXPECT_EQ(bug_depth(trace, suspects, never, [] { return false; }), std::nullopt);
}

TEST(BugDepth, StopsWhenAskedTo) {
  const std::vector<TraceStep> trace(3, {0, {OperationKind::kLock, 1}});
  int tries = 0;
  const auto always = [&](const Plan&) { return ++tries, true; };
  EXPECT_EQ(bug_depth(trace, {}, always, [] { return true; }), 1u);
  EXPECT_LE(tries, 3);
}

}  // namespace
}  // namespace heddle
