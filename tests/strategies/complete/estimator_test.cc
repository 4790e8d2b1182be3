#include "strategies/complete/estimator.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "random_threads.h"
#include "run_graph.h"

namespace heddle::complete::testing {
namespace {

using Behaviours = std::multiset<std::string>;

// All that is left, and what that leaves.
void run_all_left(const GraphSearch& search, const Threads& threads, Behaviours& behaviours) {
  std::vector<GraphSearch> left;
  search.each_left([&](const GraphSearch& each) { left.push_back(each); });
  for (GraphSearch& each : left) {
    while (each.runs())
      if (const Ran ran = run_graph(each, threads); ran.counts) behaviours.insert(ran.behaviour);
    EXPECT_FALSE(each.is_contradicted());
    run_all_left(each, threads, behaviours);
  }
}

// From the middle of a search, the rest in two ways.
void expect_the_rest(const Threads& threads, Blocked blocked, std::size_t before) {
  GraphSearch search = search_of_scripts(blocked);
  for (std::size_t i = 0; i < before && !search.is_exhausted(); ++i) run_graph(search, threads);
  if (search.is_exhausted()) return;
  Behaviours by_left, by_search;
  run_all_left(search, threads, by_left);
  while (!search.is_exhausted())
    if (const Ran ran = run_graph(search, threads); ran.counts) by_search.insert(ran.behaviour);
  EXPECT_EQ(by_left, by_search) << before << " executions before";
}

TEST(WhatIsLeft, IsWhatTheSearchDoesStill) {
  Random random(5);
  for (int i = 0; i < (HEDDLE_FULL_TESTS ? 5000 : 60) && !HasFailure(); ++i) {
    const Uses uses{.locks = random.coin(),
                    .shared_locks = random.coin(),
                    .conditions = random.below(3) == 0,
                    .semaphores = random.below(3) == 0,
                    .tries = random.coin()};
    const bool stays = uses.shared_locks || uses.tries;
    expect_the_rest(random_threads(random, uses), stays ? Blocked::kStays : Blocked::kIsLetGo,
                    1 + random.below(20));
  }
}

Threads counters(int rounds) {
  std::vector<Op> ops;
  for (int i = 0; i < rounds; ++i) {
    ops.push_back({Op::kLoad, 0});
    ops.push_back({Op::kStore, 0, i});
  }
  return Threads(2, ops);
}

// What is estimated after so many executions, in a search of its own for each seed.
std::vector<Left> estimates(const Threads& threads, std::size_t executions, std::uint64_t seeds) {
  std::vector<Left> found;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    GraphSearch search = search_of_scripts(Blocked::kIsLetGo);
    Estimator estimator(seed);
    for (std::size_t i = 0; i < executions && !search.is_exhausted(); ++i) {
      estimator.searched(1, run_graph(search, threads).counts);
      while (GraphSearch* const sample = search.is_exhausted() ? nullptr : estimator.next(search))
        estimator.sampled(1, run_graph(*sample, threads).counts);
    }
    found.push_back(estimator.left());
  }
  return found;
}

TEST(Estimator, IsRightOnAverage) {
  const std::vector<Left> found = estimates(counters(4), 334, 20);
  double sum = 0;
  std::size_t within = 0;
  for (const Left& each : found) {
    ASSERT_TRUE(each.is_known());
    sum += each.mean / 20;
    within += each.range().from <= 3000 && each.range().to >= 3000 ? 1 : 0;
  }
  EXPECT_NEAR(sum, 3000, 600);
  EXPECT_GE(within, 17u);
}

TEST(Estimator, IsExactWhereThoseOfAStratumAreAlike) {
  Threads writers;
  for (int i = 0; i < 6; ++i) writers.push_back({{Op::kStore, 0, i + 1}});
  const Left left = estimates(writers, 100, 1).front();
  ASSERT_TRUE(left.is_known());
  EXPECT_NEAR(left.mean, 720 - 100, 1e-6);
  EXPECT_NEAR(left.range().to, 720 - 100, 1e-3);
}

TEST(Estimator, KnowsNothingAtFirst) {
  EXPECT_FALSE(estimates(counters(4), 8, 1).front().is_known());
}

TEST(Left, ReachesFartherWithFewSamples) {
  const Left few{.samples = 3, .mean = 1000, .variance = 10'000};
  const Left many{.samples = 30, .mean = 1000, .variance = 10'000};
  EXPECT_NEAR(few.range().from, 1000 / 1.67, 1);
  EXPECT_NEAR(few.range().to, 1670, 1);
  EXPECT_GT(many.range().from, few.range().from);
  EXPECT_LT(many.range().to, few.range().to);
  EXPECT_FALSE((Left{.samples = 2, .mean = 1000}.is_known()));
}

}  // namespace
}  // namespace heddle::complete::testing
