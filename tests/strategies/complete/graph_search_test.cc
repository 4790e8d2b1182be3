#include "strategies/complete/graph_search.h"

#include <gtest/gtest.h>

#include "random_threads.h"
#include "run_graph.h"

namespace heddle::complete::testing {
namespace {

struct Found {
  std::map<std::string, bool> behaviours;
  std::size_t executions = 0;
  std::size_t given_up = 0;  // on the way: an update turned out to write
  std::size_t failed = 0;
  std::size_t twice = 0;
  std::size_t contradictions = 0;
  std::size_t depth = 0;
};

Found search(const Threads& threads, Blocked blocked = Blocked::kIsLetGo, std::size_t most = 1'000'000) {
  GraphSearch search = search_of_scripts(blocked);
  Found found;
  while (!search.is_exhausted() && found.executions < most) {
    const Ran ran = run_graph(search, threads);
    found.depth = std::max(found.depth, search.depth());
    if (search.is_contradicted()) {
      ++found.contradictions;
      return found;
    }
    if (!ran.counts) {
      ++found.given_up;
    } else if (ran.failed) {
      ++found.failed;
      found.behaviours.emplace(ran.behaviour, true);
    } else {
      ++found.executions;
      found.twice += found.behaviours.emplace(ran.behaviour, ran.somebody_waits).second ? 0 : 1;
    }
  }
  return found;
}

std::string text_of(const Threads& threads) {
  std::string text;
  for (const auto& ops : threads) {
    for (const Op& op : ops)
      text += std::to_string(op.kind) + "(" + std::to_string(op.x) + "," + std::to_string(op.a) + "," +
              std::to_string(op.b) + ") ";
    text += "| ";
  }
  return text;
}

void expect_all(const Threads& threads, Blocked blocked) {
  const std::map<std::string, bool> wanted = all_behaviours(World(threads, kBarrier));
  const Found found = search(threads, blocked);
  EXPECT_EQ(found.contradictions, 0u) << text_of(threads);
  EXPECT_EQ(found.twice, 0u) << text_of(threads);
  EXPECT_EQ(found.behaviours.size(), wanted.size()) << text_of(threads);
  EXPECT_EQ(found.behaviours, wanted) << text_of(threads);
}

std::size_t count(const Threads& threads) {
  const Found found = search(threads);
  EXPECT_EQ(found.contradictions, 0u);
  EXPECT_EQ(found.twice, 0u);
  EXPECT_EQ(found.behaviours.size(), found.executions);
  return found.executions;
}

Threads repeat(std::size_t times, const std::vector<Op>& ops) {
  return Threads(times, ops);
}

TEST(GraphSearch, CountsWhatGenMcCounts) {
  EXPECT_EQ(count(repeat(3, {{Op::kAdd, 0, 1}})), 6u);
  EXPECT_EQ(count(repeat(4, {{Op::kAdd, 0, 1}})), 24u);
  EXPECT_EQ(count(repeat(5, {{Op::kAdd, 0, 1}})), 120u);
  EXPECT_EQ(count(repeat(3, {{Op::kLock}, {Op::kAdd, 0, 1}, {Op::kUnlock}})), 6u);
  EXPECT_EQ(count(repeat(5, {{Op::kLock}, {Op::kUnlock}})), 120u);
  EXPECT_EQ(count(repeat(2, {{Op::kLock, 0}, {Op::kUnlock, 0}, {Op::kLock, 1}, {Op::kUnlock, 1}})), 4u);
  EXPECT_EQ(count(repeat(3, {{Op::kLock, 0}, {Op::kUnlock, 0}, {Op::kLock, 1}, {Op::kUnlock, 1}})), 36u);
  Threads writers, readers = {{{Op::kStore, 0, 1}}}, buffers, chain;
  for (int i = 0; i < 5; ++i) writers.push_back({{Op::kStore, 0, i + 1}});
  for (int i = 0; i < 6; ++i) readers.push_back({{Op::kLoad, 0}});
  for (int i = 0; i < 5; ++i) buffers.push_back({{Op::kStore, i, 1}, {Op::kLoad, (i + 1) % 5}});
  for (int i = 0; i < 5; ++i) chain.push_back({{Op::kCompareExchange, 0, i, i + 1}});
  EXPECT_EQ(count(writers), 120u);
  EXPECT_EQ(count(readers), 64u);
  EXPECT_EQ(count(buffers), 31u);
  EXPECT_EQ(count(chain), 43u);
  std::vector<Op> counter;
  for (int i = 0; i < 3; ++i) {
    counter.push_back({Op::kLoad, 0});
    counter.push_back({Op::kStore, 0, i});
  }
  EXPECT_EQ(count(repeat(2, counter)), 328u);
}

constexpr int kPrograms = HEDDLE_FULL_TESTS ? 20'000 : 150;

TEST(GraphSearch, MeetsEveryBehaviourOfAccessesOnce) {
  Random random(1);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i)
    expect_all(random_threads(random, {}), i % 2 == 0 ? Blocked::kIsLetGo : Blocked::kStays);
}

TEST(GraphSearch, MeetsEveryBehaviourOfBlockingOperationsOnce) {
  Random random(2);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{
        .locks = random.below(4) != 0, .conditions = random.coin(), .semaphores = random.below(3) == 0};
    expect_all(random_threads(random, uses), Blocked::kIsLetGo);
  }
}

TEST(GraphSearch, MeetsEveryBehaviourOfThoseThatStayBlockedOnce) {
  Random random(3);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{.locks = random.below(4) != 0,
                    .shared_locks = random.coin(),
                    .conditions = random.below(3) == 0,
                    .semaphores = random.below(3) == 0,
                    .tries = true};
    expect_all(random_threads(random, uses), Blocked::kStays);
  }
}

// What others still do behind a failure is not seen: it comes first.
TEST(GraphSearch, MeetsEveryBehaviourAndFailureOfThreadsThatFail) {
  Random random(4);
  for (int i = 0; i < kPrograms && !HasFailure(); ++i) {
    const Uses uses{.locks = random.coin(),
                    .conditions = random.below(3) == 0,
                    .semaphores = random.below(3) == 0,
                    .tries = random.coin(),
                    .failures = true};
    expect_all(random_threads(random, uses, 8), Blocked::kStays);
  }
}

// Two come to a dead end by default. Where neither of them does, the first could be tried without the second,
// and the second without the first: that is the same behaviour, and was met twice.
TEST(GraphSearch, MeetsOnceWhatTwoThatFailDoOtherwise) {
  expect_all({{{Op::kStore, 0, 1}}, {{Op::kFailIf, 0, 1}}, {{Op::kFailIf, 0, 1}}}, Blocked::kStays);
  // What the second does instead can be seen by the first in turn.
  expect_all({{{Op::kStore, 0, 1}},
              {{Op::kFailIf, 0, 1}, {Op::kLoad, 1}},
              {{Op::kFailIf, 0, 1}, {Op::kStore, 0, 2}, {Op::kAdd, 1, 1}},
              {{Op::kFailIf, 1, 0}}},
             Blocked::kStays);
}

}  // namespace
}  // namespace heddle::complete::testing
