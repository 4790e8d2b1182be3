// Programs before and after an edit, in small: threads that read and write, executed by the strategy that
// follows turns (tests/search/model_program.h).
#include "host/near_replay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../search/model_program.h"
#include "event/thread_name.h"
#include "search/saved_turns.h"
#include "strategies/random_walk.h"

namespace heddle::host {
namespace {

using heddle::testing::ModelProgram;
using Threads = std::vector<std::vector<std::string>>;

class ModelReplayer : public Replayer {
 public:
  explicit ModelReplayer(const ModelProgram& program) : program_(program) {}

  Result<Replayed> replay(const ReplayRequest& request, const Watch&) override {
    FollowTurns strategy(request.turns, request.longest, NotedSteps::kAddresses);
    ModelProgram::Outcome outcome = program_.run(strategy);
    Replayed replayed;
    replayed.report.end = outcome.failed ? End::kFailed : End::kCompleted;
    replayed.report.failure = outcome.failure;
    replayed.report.threads = outcome.execution.threads;
    replayed.report.schedule = outcome.execution.schedule;
    replayed.operations = outcome.operations;
    ++executions;
    return replayed;
  }
  std::string output(std::size_t) const override { return ""; }

  int executions = 0;

 private:
  const ModelProgram& program_;
};

// Of thread t; what another number stands for is another function.
std::string function_of(SiteId site) {
  return "work" + std::to_string(site / 100);
}

// A failing execution of the program, as it was saved.
ScheduleFile saved(const ModelProgram& program) {
  for (std::uint64_t seed = 1; seed < 1'000; ++seed) {
    RandomWalk strategy{};
    const ModelProgram::Outcome outcome = program.run(strategy, seed);
    if (!outcome.failed) continue;
    ScheduleFile file;
    file.outcome = outcome.failure.kind;
    file.threads = outcome.execution.threads;
    file.schedule = outcome.execution.schedule;
    for (const PerformedOperation& operation : outcome.operations) {
      file.steps.push_back(static_cast<std::uint32_t>(file.kinds.size()));
      file.kinds.push_back({operation.what.kind, "bank", operation.what.site,
                            "bank.cc:1 in " + function_of(operation.what.site)});
    }
    return file;
  }
  ADD_FAILURE() << "no seed fails";
  return {};
}

struct NearOutcome {
  NearResult result;
  int executions = 0;
};

NearOutcome near(const ScheduleFile& file, const ModelProgram& now) {
  ModelReplayer replayer(now);
  NearReplay replay(
      file, replayer, {}, function_of, [&](const Failure& failure) { return failure.kind == file.outcome; },
      [] { return false; });
  NearOutcome outcome;
  outcome.result = replay.run();
  outcome.executions = replayer.executions;
  return outcome;
}

bool loses_an_update(const ModelProgram::Values& values) {
  const auto x = values.find('x');
  return x == values.end() || x->second != 2;
}

const Threads kLostUpdate = {{"r a", "w a", "r x", "w x", "r a"}, {"r b", "w b", "r x", "w x", "r b"}};

TEST(NearReplay, OfTheSameProgramFindsItAtOnce) {
  const ModelProgram program(kLostUpdate, loses_an_update);
  const NearOutcome outcome = near(saved(program), program);
  EXPECT_EQ(outcome.result.verdict, NearVerdict::kStillThere);
  EXPECT_EQ(outcome.executions, 1);
  EXPECT_TRUE(outcome.result.report);
}

TEST(NearReplay, FollowsWhereOperationsWereAdded) {
  const ScheduleFile file = saved(ModelProgram(kLostUpdate, loses_an_update));
  Threads now = kLostUpdate;
  for (std::vector<std::string>& thread : now) thread.insert(thread.begin() + 1, 9, "r c");
  const NearOutcome outcome = near(file, ModelProgram(now, loses_an_update));
  EXPECT_EQ(outcome.result.verdict, NearVerdict::kStillThere);
  EXPECT_LE(outcome.executions, 10);
}

TEST(NearReplay, FollowsWhereOperationsWereRemoved) {
  Threads before = kLostUpdate;
  for (std::vector<std::string>& thread : before) thread.insert(thread.begin() + 2, 7, "w c");
  const ScheduleFile file = saved(ModelProgram(before, loses_an_update));
  const NearOutcome outcome = near(file, ModelProgram(kLostUpdate, loses_an_update));
  EXPECT_EQ(outcome.result.verdict, NearVerdict::kStillThere);
  EXPECT_LE(outcome.executions, 30);
}

TEST(NearReplay, FindsADeadlockBehindOtherWork) {
  const Threads before = {{"+m", "+n", "-n", "-m"}, {"+n", "+m", "-m", "-n"}};
  const ScheduleFile file = saved(ModelProgram(before, nullptr));
  EXPECT_EQ(file.outcome, FailureKind::kDeadlock);
  const Threads now = {{"w c", "+m", "r c", "+n", "-n", "-m"}, {"+n", "r d", "w d", "+m", "-m", "-n"}};
  EXPECT_EQ(near(file, ModelProgram(now, nullptr)).result.verdict, NearVerdict::kStillThere);
}

TEST(NearReplay, SaysThatARepairedBugIsGone) {
  const ScheduleFile file = saved(ModelProgram(kLostUpdate, loses_an_update));
  const Threads repaired = {{"r a", "w a", "+m", "r x", "w x", "-m", "r a"},
                            {"r b", "w b", "+m", "r x", "w x", "-m", "r b"}};
  const NearOutcome outcome = near(file, ModelProgram(repaired, loses_an_update));
  EXPECT_EQ(outcome.result.verdict, NearVerdict::kGone);
  EXPECT_LE(outcome.executions, 100);
  EXPECT_GT(outcome.executions, 5);
  EXPECT_EQ(outcome.result.executions, static_cast<std::uint64_t>(outcome.executions));
  EXPECT_EQ(outcome.result.found, outcome.result.places);
}

TEST(NearReplay, SaysThatAnotherProgramCannotBeFollowed) {
  ScheduleFile file = saved(ModelProgram(kLostUpdate, loses_an_update));
  file.threads = {"main", "main.0.0", "main.0.1"};  // threads that are no more
  const ModelProgram now({{"r x"}}, [](const ModelProgram::Values&) { return false; });
  const NearOutcome outcome = near(file, now);
  EXPECT_EQ(outcome.result.verdict, NearVerdict::kCannotBeFollowed);
}

OperationKey key(std::uint32_t name, std::uint32_t kind) {
  return {name, kind};
}

TEST(Alignment, FindsWhatStayed) {
  const std::vector<OperationKey> before = {key(1, 1), key(2, 2), key(3, 1)};
  const std::vector<OperationKey> after = {key(1, 1), key(9, 3), key(2, 2), key(3, 1), key(9, 3)};
  EXPECT_THAT(align(before, after), ::testing::ElementsAre(0, 2, 3));
  EXPECT_THAT(align(after, before), ::testing::ElementsAre(0, kUnmatched, 1, 2, kUnmatched));
  EXPECT_THAT(align({}, after), ::testing::IsEmpty());
  EXPECT_THAT(align(before, {}), ::testing::Each(kUnmatched));
}

TEST(Alignment, TakesTheKindWhereTheFunctionHasAnotherName) {
  const std::vector<OperationKey> before = {key(1, 1), key(2, 2), key(3, 3)};
  const std::vector<OperationKey> after = {key(1, 1), key(7, 2), key(3, 3)};
  EXPECT_THAT(align(before, after), ::testing::ElementsAre(0, 1, 2));
}

TEST(Alignment, OfLongSequencesKeepsTheOrder) {
  std::vector<OperationKey> before, after;
  for (std::uint32_t i = 0; i < 9'000; ++i) {
    before.push_back(key(i % 50, i % 5));
    if (i % 7 != 0) after.push_back(key(i % 50, i % 5));
    if (i % 11 == 0) after.push_back(key(99, 9));
  }
  const std::vector<std::int64_t> matches = align(before, after);
  std::int64_t last = kUnmatched;
  std::size_t found = 0;
  for (const std::int64_t place : matches) {
    if (place == kUnmatched) continue;
    EXPECT_GT(place, last);
    last = place;
    ++found;
  }
  EXPECT_GT(found, before.size() / 2);
}

TEST(Alignment, MapsAPlaceToItsNeighbours) {
  const std::vector<std::int64_t> matches = {0, kUnmatched, 5, kUnmatched};
  EXPECT_EQ(mapped(matches, 0, Near::kNext), 0);
  EXPECT_EQ(mapped(matches, 1, Near::kNext), 1) << "after the last one";
  EXPECT_EQ(mapped(matches, 2, Near::kNext), 5) << "before the next one";
  EXPECT_EQ(mapped(matches, 2, Near::kLast), 5);
  EXPECT_EQ(mapped(matches, 4, Near::kNext), 6);
  EXPECT_EQ(mapped({kUnmatched, kUnmatched}, 1, Near::kNext), kUnmatched);
}

}  // namespace
}  // namespace heddle::host
