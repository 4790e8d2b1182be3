// Maximal causality reduction against programs of which every order can be run.
#include "strategies/mcr/mcr.h"

#include <gtest/gtest.h>

#include "event/random.h"
#include "tiny_program.h"

namespace heddle::causality {
namespace {

using testing::Action;
using testing::Body;
using testing::Do;
using testing::TinyProgram;

struct Explored {
  std::multiset<std::string> endings;  // of completed executions
  std::set<std::string> results;
  std::size_t abandoned = 0;
  std::string claim;
};

Explored explore(TinyProgram& program) {
  Mcr mcr;
  Explored explored;
  for (int i = 0; i < 100'000; ++i) {
    const std::optional<Guide> guide = mcr.next([] { return false; });
    if (!guide) break;
    const Trace trace = program.run(*guide);
    mcr.add(trace);
    if (trace.end == End::kAbandoned) {
      ++explored.abandoned;
      continue;
    }
    explored.endings.insert(program.ending());
    explored.results.insert(program.result());
  }
  EXPECT_TRUE(mcr.is_exhausted());
  explored.claim = mcr.claim();
  return explored;
}

std::set<std::string> once(const std::multiset<std::string>& all) {
  return {all.begin(), all.end()};
}

// All that can happen happens, each once.
std::size_t executions_of(std::vector<Body> threads) {
  TinyProgram program(std::move(threads));
  const std::set<std::string> endings = program.all_endings();
  const Explored explored = explore(program);
  EXPECT_EQ(once(explored.endings), endings);
  EXPECT_EQ(explored.endings.size(), endings.size()) << "something was executed twice";
  EXPECT_EQ(explored.results, program.all_results());
  EXPECT_EQ(explored.abandoned, 0u);
  EXPECT_FALSE(explored.claim.empty());
  return explored.endings.size();
}

constexpr Action read(int variable) {
  return {Do::kRead, variable};
}
constexpr Action write(int variable, std::uint64_t value) {
  return {Do::kWrite, variable, value};
}
constexpr Action write_next(int variable) {
  return {Do::kWriteReadPlusOne, variable};
}
const Body kCounter = {read(0), write_next(0)};

TEST(Mcr, IndependentWritersNeedOneExecution) {
  EXPECT_EQ(executions_of({{write(0, 1), write(0, 2)}, {write(1, 1), write(1, 2)}, {write(2, 1)}}), 1u);
}

TEST(Mcr, WritersOfTheSameVariableThatNobodyReadsNeedOneExecution) {
  TinyProgram program({{write(0, 1)}, {write(0, 2)}});
  EXPECT_EQ(explore(program).endings.size(), 1u) << "no read tells them apart";
}

// (r1, r2) is (0, 0), (0, 1) or (1, 0).
TEST(Mcr, TwoCountersNeedThreeExecutions) {
  EXPECT_EQ(executions_of({kCounter, kCounter}), 3u);
}

// By how many read 0. All three: 1. Two: 3 pairs, the third reads 1; 3. One: 3 ways to choose it; the other
// two, behind its write or not, read (1, 1), (1, 2) or (2, 1); 9. Together 13.
TEST(Mcr, ThreeCountersNeedThirteenExecutions) {
  EXPECT_EQ(executions_of({kCounter, kCounter, kCounter}), 13u);
}

// Not (0, 0): that is what weaker memory would show.
TEST(Mcr, StoreBufferingHasThreeOutcomes) {
  EXPECT_EQ(executions_of({{write(0, 1), read(1)}, {write(1, 1), read(0)}}), 3u);
}

TEST(Mcr, LoadBufferingHasThreeOutcomes) {
  EXPECT_EQ(executions_of({{read(0), write(1, 1)}, {read(1), write(0, 1)}}), 3u);
}

// (flag, data): (0, 0), (0, 1), (1, 1).
TEST(Mcr, MessagePassingHasThreeOutcomes) {
  EXPECT_EQ(executions_of({{write(0, 1), write(1, 1)}, {read(1), read(0)}}), 3u);
}

// 16 pairs of pairs without the one in which the readers disagree about the order of the writers: 15.
TEST(Mcr, IndependentReadsOfIndependentWritesHaveFifteenOutcomes) {
  EXPECT_EQ(executions_of({{write(0, 1)}, {write(1, 1)}, {read(0), read(1)}, {read(1), read(0)}}), 15u);
}

// Updates read 0, 1, ..., n-1 in some order: n! of them.
TEST(Mcr, AtomicCountersNeedAnExecutionForEachOrder) {
  EXPECT_EQ(executions_of({{{Do::kUpdate}}, {{Do::kUpdate}}}), 2u);
  EXPECT_EQ(executions_of({{{Do::kUpdate}}, {{Do::kUpdate}}, {{Do::kUpdate}}}), 6u);
}

TEST(Mcr, CriticalSectionsThatShareNothingNeedOneExecution) {
  EXPECT_EQ(
      executions_of({{{Do::kLock}, write(0, 1), {Do::kUnlock}}, {{Do::kLock}, write(1, 1), {Do::kUnlock}}}),
      1u);
}

TEST(Mcr, LockedCountersNeedTwoExecutions) {
  const Body locked = {{Do::kLock}, read(0), write_next(0), {Do::kUnlock}};
  EXPECT_EQ(executions_of({locked, locked}), 2u);
}

TEST(Mcr, FindsTheDeadlockOfTwoOrders) {
  EXPECT_EQ(executions_of({{{Do::kLock, 0}, {Do::kLock, 1}, {Do::kUnlock, 1}, {Do::kUnlock, 0}},
                           {{Do::kLock, 1}, {Do::kLock, 0}, {Do::kUnlock, 0}, {Do::kUnlock, 1}}}),
            2u);
}

TEST(Mcr, FindsTheDeadlockOfThreePhilosophers) {
  TinyProgram program({{{Do::kLock, 0}, {Do::kLock, 1}, {Do::kUnlock, 1}, {Do::kUnlock, 0}},
                       {{Do::kLock, 1}, {Do::kLock, 2}, {Do::kUnlock, 2}, {Do::kUnlock, 1}},
                       {{Do::kLock, 2}, {Do::kLock, 0}, {Do::kUnlock, 0}, {Do::kUnlock, 2}}});
  EXPECT_TRUE(explore(program).results.contains("deadlock"));
}

TEST(Mcr, TryLockSucceedsAndFails) {
  const Body attempt = {{Do::kTryLock, 0, 0, 1}, {Do::kUnlock, 0}};
  executions_of({attempt, attempt});
}

TEST(Mcr, SemaphoresAreTakenInEveryOrder) {
  TinyProgram program(
      {{{Do::kPost}, write(0, 1), {Do::kPost}}, {{Do::kWait}, read(0)}, {{Do::kWait}, read(0)}});
  const std::set<std::string> endings = program.all_endings();
  EXPECT_EQ(once(explore(program).endings), endings);
}

TEST(Mcr, FindsWhatFailsOnlyAfterCertainValues) {
  // Fails when 1 is read and, later, 0 of the other.
  const Body reader = {{Do::kRead, 0, 0, 0}, read(1), {Do::kRead, 1, 0, 0, true}};
  executions_of({{write(1, 0), write(0, 1), write(1, 2)}, reader});
}

// Threads of which nothing is known but that they are small.
Body random_body(Random& random, bool synchronises) {
  Body body;
  const std::size_t length = 1 + random.below(3);
  int held = -1;
  while (body.size() < length || held >= 0) {
    const int object = static_cast<int>(random.below(2));
    Action action{static_cast<Do>(random.below(4)), object, random.below(3)};
    if (synchronises && random.below(3) == 0) {
      if (held >= 0) {
        action = {Do::kUnlock, held};
        held = -1;
      } else {
        held = object;
        action = {Do::kLock, held};
      }
    } else if (random.below(3) == 0 && held < 0) {
      action.skip_if_read = random.below(2);
    }
    if (body.size() > 6 && held >= 0) {
      action = {Do::kUnlock, held};
      held = -1;
    }
    body.push_back(action);
  }
  return body;
}

class SmallPrograms : public ::testing::TestWithParam<int> {};

TEST_P(SmallPrograms, DoAllThatTheyCanDoOnce) {
  Random random(static_cast<std::uint64_t>(GetParam()) + 1);
  for (int i = 0; i < 4; ++i) {
    std::vector<Body> threads;
    const std::size_t count = 2 + (random.below(4) == 0 ? 1 : 0);
    for (std::size_t each = 0; each < count; ++each) threads.push_back(random_body(random, i % 2 == 1));
    // Memory in the end is told by reads only.
    TinyProgram program(threads);
    const std::set<std::string> endings = program.all_endings();
    const Explored explored = explore(program);
    EXPECT_EQ(once(explored.endings), endings) << "program " << i << " of " << GetParam();
    EXPECT_EQ(explored.endings.size(), once(explored.endings).size())
        << "program " << i << " of " << GetParam();
    EXPECT_EQ(explored.abandoned, 0u) << "program " << i << " of " << GetParam();
    EXPECT_FALSE(explored.claim.empty());
  }
}

INSTANTIATE_TEST_SUITE_P(Mcr, SmallPrograms,
                         HEDDLE_FULL_TESTS ? ::testing::Range(0, 10) : ::testing::Range(1, 5));

}  // namespace
}  // namespace heddle::causality
