#include "strategies/hars_online.h"

#include <gtest/gtest.h>

#include "points.h"

namespace heddle {
namespace {

constexpr LocationId kX = 1, kY = 2, kZ = 3;
constexpr OperationKind kR = OperationKind::kRead, kW = OperationKind::kWrite;

// Thread 1 has written x and y. Threads 2 and 3 are about to read.
ThreadId chosen_among_readers(HarsOnline& strategy, LocationId read_by_2, LocationId read_by_3,
                              std::uint64_t seed) {
  const testing::Begun begun(strategy, seed);
  strategy.executed({kX, 11, 1, kW, 4, 0});
  strategy.executed({kY, 12, 1, kW, 4, 0});
  const Operation second{.kind = kR, .size = 4, .site = 21, .location = read_by_2};
  const Operation third{.kind = kR, .size = 4, .site = 31, .location = read_by_3};
  const std::vector<Candidate> enabled = {{2, &second}, {3, &third}};
  return strategy
      .choose({.enabled = enabled, .current = 1, .current_enabled = false, .step = 2, .without_progress = 0})
      .thread;
}

TEST(HarsOnline, PrefersWhatCompletesAPattern) {
  HarsOnline strategy({});
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    EXPECT_EQ(chosen_among_readers(strategy, kX, kZ, seed), 2) << "nobody has written z";
    EXPECT_EQ(chosen_among_readers(strategy, kZ, kY, seed), 3);
  }
}

TEST(HarsOnline, DrawsBetweenEquals) {
  HarsOnline strategy({});
  int second = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    second += chosen_among_readers(strategy, kX, kY, seed) == 2 ? 1 : 0;
  EXPECT_GT(second, 60);
  EXPECT_LT(second, 140);
}

TEST(HarsOnline, PrefersPatternsThatFewExecutionsHad) {
  HarsOnline strategy({});
  const std::vector<Event> events = {{kX, 11, 1, kW, 4, 0}, {kX, 21, 2, kR, 4, 0}};
  Execution execution;
  execution.events = events;
  strategy.learn(execution);
  for (std::uint64_t seed = 1; seed <= 50; ++seed)
    EXPECT_EQ(chosen_among_readers(strategy, kX, kY, seed), 3) << "thread 2's is known";
}

}  // namespace
}  // namespace heddle
