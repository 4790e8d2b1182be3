#include "coverage/saturation.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

TEST(Saturation, NeedsAFullWindow) {
  Saturation saturation(100);
  for (int x = 0; x < 100; ++x) {
    saturation.add(x, 7);
    EXPECT_FALSE(saturation.is_saturated()) << x;
  }
  saturation.add(100, 7);
  EXPECT_TRUE(saturation.is_saturated()) << "no variance counts as 0";
}

TEST(Saturation, IsNotReachedWhileCoverageGrowsSteadily) {
  Saturation saturation(100);
  for (int x = 0; x < 1000; ++x) saturation.add(x, x / 10);
  EXPECT_FALSE(saturation.is_saturated());
}

// A step in the middle of the window is explained by a line to three quarters; one at its edge hardly.
TEST(Saturation, ForgetsAStepThatLeavesTheWindow) {
  Saturation saturation(100);
  for (int x = 0; x <= 100; ++x) saturation.add(x, x < 50 ? 1 : 2);
  EXPECT_FALSE(saturation.is_saturated());
  int x = 101;
  for (; !saturation.is_saturated() && x < 1000; ++x) saturation.add(x, 2);
  EXPECT_GT(x, 130);
  EXPECT_LE(x, 152) << "at 151 the step has left the window";
}

TEST(Saturation, MayEndAgain) {
  Saturation saturation(100);
  for (int x = 0; x <= 200; ++x) saturation.add(x, 1);
  EXPECT_TRUE(saturation.is_saturated());
  for (int x = 201; x <= 250; ++x) saturation.add(x, x);
  EXPECT_FALSE(saturation.is_saturated());
}

TEST(Saturation, KeepsFewSamplesHoweverManyThereAre) {
  Saturation seconds(1);
  for (int i = 0; i < 1'000'000; ++i) seconds.add(i * 1e-6, 5);
  EXPECT_FALSE(seconds.is_saturated());
  seconds.add(1.001, 5);
  EXPECT_TRUE(seconds.is_saturated());
}

}  // namespace
}  // namespace heddle
