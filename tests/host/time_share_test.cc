#include "host/time_share.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <queue>
#include <vector>

namespace heddle::host {
namespace {

TEST(TimeShare, IsTheSameForAllThatUseTheirs) {
  const TimeShare share{.seconds = 60, .at_a_time = 1};
  EXPECT_DOUBLE_EQ(share.of_next(0, 6), 10);
  EXPECT_DOUBLE_EQ(share.of_next(10, 5), 10);
  EXPECT_DOUBLE_EQ(share.of_next(50, 1), 10);
}

TEST(TimeShare, GrowsByWhatOthersDidNotUse) {
  const TimeShare share{.seconds = 60, .at_a_time = 1};
  EXPECT_DOUBLE_EQ(share.of_next(1, 2), 29.5);
}

TEST(TimeShare, IsLargerWhereTestsRunSideBySide) {
  const TimeShare share{.seconds = 60, .at_a_time = 4};
  EXPECT_DOUBLE_EQ(share.of_next(0, 8), 30);
  EXPECT_DOUBLE_EQ(share.of_next(0, 9), 20);
  EXPECT_DOUBLE_EQ(share.of_next(0, 3), 60);
}

TEST(TimeShare, IsOverForWhatBeginsTooLate) {
  const TimeShare share{.seconds = 60, .at_a_time = 1};
  EXPECT_TRUE(share.has_time(59.9));
  EXPECT_FALSE(share.has_time(60));
  EXPECT_GT(share.of_next(59.99, 100), 0.1);  // what begins is given a chance
}

// When all tests that run at a time have ended, if each uses all of its share and then some.
double end_of_all(const TimeShare& share, std::size_t tests, double too_long) {
  std::priority_queue<double, std::vector<double>, std::greater<>> free;
  for (std::size_t i = 0; i < share.at_a_time; ++i) free.push(0);
  double last = 0;
  for (; tests > 0; --tests) {
    const double now = free.top();
    if (!share.has_time(now)) break;
    free.pop();
    const double end = now + share.of_next(now, tests) + too_long;
    last = std::max(last, end);
    free.push(end);
  }
  return last;
}

// What one takes too long is taken from the others: it does not add up.
TEST(TimeShare, IsKept) {
  for (const std::size_t at_a_time : {1u, 2u, 7u})
    for (const std::size_t tests : {1u, 6u, 200u, 5000u}) {
      const TimeShare share{.seconds = 60, .at_a_time = at_a_time};
      EXPECT_LE(end_of_all(share, tests, 0), 60.21) << tests << " tests, " << at_a_time << " at a time";
      EXPECT_LE(end_of_all(share, tests, 2), 62.21) << tests << " tests, " << at_a_time << " at a time";
    }
}

}  // namespace
}  // namespace heddle::host
