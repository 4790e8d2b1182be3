#include "strategies/random_walk.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "points.h"

namespace heddle {
namespace {

using testing::Begun;
using testing::Point;

constexpr int kDraws = 30'000;

// How often each thread is chosen at the same point.
std::map<ThreadId, int> frequencies(Strategy& strategy, const Point& point) {
  const Begun begun(strategy, 17);
  std::map<ThreadId, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[strategy.choose(point).thread];
  return counts;
}

// Within four standard deviations of a fair draw.
void expect_share(int count, double share) {
  EXPECT_NEAR(count, kDraws * share, 4 * std::sqrt(kDraws * share * (1 - share)));
}

TEST(RandomWalk, ChoosesUniformlyAmongTheEnabled) {
  RandomWalk walk;
  const auto counts = frequencies(walk, Point({{0}, {2}, {5}, {7}}, 2));
  EXPECT_EQ(counts.size(), 4u);
  for (ThreadId thread : {0, 2, 5, 7}) expect_share(counts.at(thread), 0.25);
}

TEST(RandomWalk, DoesNotPreferTheRunningThread) {
  RandomWalk walk;
  const auto counts = frequencies(walk, Point({{0}, {1}}, 1));
  expect_share(counts.at(0), 0.5);
  expect_share(counts.at(1), 0.5);
}

TEST(RandomWalk, FollowsTheSeed) {
  const Point point({{0}, {1}, {2}});
  RandomWalk a, b;
  const Begun begun_a(a, 5), begun_b(b, 5);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(a.choose(point).thread, b.choose(point).thread);
}

TEST(RandomWalk, StartsAgainWithEveryExecution) {
  const Point point({{0}, {1}, {2}});
  RandomWalk walk;
  std::vector<ThreadId> first, second;
  {
    const Begun begun(walk, 5);
    for (int i = 0; i < 100; ++i) first.push_back(walk.choose(point).thread);
  }
  const Begun begun(walk, 5);
  for (int i = 0; i < 100; ++i) second.push_back(walk.choose(point).thread);
  EXPECT_EQ(first, second);
}

TEST(RandomWalk, SwitchesWithTheGivenProbability) {
  RandomWalk walk(0.2);
  for (ThreadId current : {0, 1, 2, 3}) {
    SCOPED_TRACE(current);
    const auto counts = frequencies(walk, Point({{0}, {1}, {2}, {3}}, current));
    for (const auto& [thread, count] : counts) expect_share(count, thread == current ? 0.8 : 0.2 / 3);
    EXPECT_EQ(counts.size(), 4u);
  }
}

TEST(RandomWalk, NeverSwitchesWithProbabilityZero) {
  RandomWalk walk(0);
  const auto counts = frequencies(walk, Point({{0}, {1}, {2}}, 1));
  EXPECT_EQ(counts.at(1), kDraws);
}

TEST(RandomWalk, AlwaysSwitchesWithProbabilityOne) {
  RandomWalk walk(1);
  const auto counts = frequencies(walk, Point({{0}, {1}, {2}}, 1));
  EXPECT_FALSE(counts.contains(1));
  expect_share(counts.at(0), 0.5);
  expect_share(counts.at(2), 0.5);
}

TEST(RandomWalk, GoesOnWithTheOnlyOneThereIs) {
  for (double probability : {-1.0, 0.0, 0.5, 1.0}) {
    RandomWalk walk(probability);
    EXPECT_EQ(frequencies(walk, Point({{3}}, 3)).at(3), kDraws);
    EXPECT_EQ(frequencies(walk, Point({{3}}, 1)).at(3), kDraws);
  }
}

TEST(RandomWalk, ChoosesUniformlyWhenTheRunningThreadCannotGoOn) {
  for (double probability : {0.0, 0.5, 1.0}) {
    RandomWalk walk(probability);
    const auto counts = frequencies(walk, Point({{0}, {2}, {3}}, 1));
    EXPECT_EQ(counts.size(), 3u);
    for (const auto& [thread, count] : counts) expect_share(count, 1.0 / 3);
  }
}

}  // namespace
}  // namespace heddle
