#include "report/text/progress_line.h"

#include <gtest/gtest.h>

namespace heddle::report {
namespace {

TEST(ProgressLine, TellsEverything) {
  EXPECT_EQ(progress_line({42'130, 1'234'567, 1, 0, 18.3}, 0, 60),
            "  42,130 executions  2,302/s  1.2 M steps  1 bug  0:42 left");
  EXPECT_EQ(progress_line({4'213, 812, 2, 0, 18.3}, 10'000, 60),
            "  4,213 executions  230/s  812 steps  2 bugs  0:26 left");
  EXPECT_EQ(progress_line({10, 90, 2, 1, 10}, 0, 60),
            "  10 executions  1.0/s  90 steps  2 bugs  1 race  0:50 left");
  EXPECT_EQ(progress_line({10, 90, 0, 3, 10}, 0, 60), "  10 executions  1.0/s  90 steps  3 races  0:50 left");
}

TEST(ProgressLine, BeginningAndEnd) {
  EXPECT_EQ(progress_line({0, 0, 0, 0, 0}, 10'000, 60), "  0 executions  0 steps  no bug  1:00 left");
  EXPECT_EQ(progress_line({1, 1, 0, 0, 0}, 10'000, 0), "  1 execution  1 step  no bug");
  EXPECT_EQ(progress_line({3, 90, 0, 0, 70}, 0, 60), "  3 executions  0.0/s  90 steps  no bug  0:00 left");
  EXPECT_EQ(progress_line({20'000, 90, 0, 0, 1}, 10'000, 0),
            "  20,000 executions  20,000/s  90 steps  no bug  0:00 left");
  EXPECT_EQ(progress_line({5, 90, 0, 0, 1}, 0, 0), "  5 executions  5.0/s  90 steps  no bug");
}

TEST(ProgressLine, SaysHowMuchIsLeftWhereThatIsKnown) {
  host::HuntProgress progress{2'000, 90, 0, 0, 1};
  progress.left = {.samples = 2, .mean = 5000};
  EXPECT_EQ(progress_line(progress, 0, 0), "  2,000 executions  2,000/s  90 steps  no bug");
  progress.left.samples = 3;
  EXPECT_EQ(progress_line(progress, 0, 0), "  2,000 executions  2,000/s  90 steps  no bug  5,000 to go");
}

TEST(ProgressLine, SaysWhichBugIsShrunk) {
  host::HuntProgress progress;
  progress.executions = 12;
  progress.shrinking = 2;
  progress.reexecutions = 57;
  EXPECT_EQ(progress_line(progress, 100, 60), "  shrinking bug 2: 57 re-executions");
}

// Long before the first execution is over a person wants to know that it goes on.
TEST(ProgressLine, TellsOfAnExecutionThatTakesLong) {
  host::HuntProgress progress{0, 0, 0, 0, 12.4};
  progress.running_seconds = 12.4;
  progress.running_steps = 84'200'000;
  EXPECT_EQ(progress_line(progress, 0, 60, "pool.cc:114"),
            "  0 executions  0 steps  no bug  (execution 1: 12 s, 84.2 M steps, at pool.cc:114)  0:48 left");
  EXPECT_EQ(progress_line(progress, 0, 0, ""),
            "  0 executions  0 steps  no bug  (execution 1: 12 s, 84.2 M steps)");
  progress.running_seconds = 0.3;
  EXPECT_EQ(progress_line(progress, 0, 0, "pool.cc:114"), "  0 executions  0 steps  no bug");
}

}  // namespace
}  // namespace heddle::report
