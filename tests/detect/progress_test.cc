#include "detect/progress.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

constexpr std::uint64_t kLimit = 5000;

ProgressMonitor monitor() {
  ProgressMonitor result;
  result.begin(kLimit);
  return result;
}

void visit_often(ProgressMonitor& progress, LocationId location, std::uint64_t times) {
  for (std::uint64_t i = 0; i < times; ++i) progress.visit(location);
}

TEST(Progress, IsMissingWhenAThreadSpinsAtOneLocation) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit);
  EXPECT_FALSE(progress.stuck());
  EXPECT_EQ(progress.without_progress(), kLimit - 1) << "the first visit was news";
  progress.visit(7);
  EXPECT_TRUE(progress.stuck());
}

TEST(Progress, IsMissingWhenThreadsSpinAtAFewLocations) {
  ProgressMonitor progress = monitor();
  for (std::uint64_t i = 0; i < kLimit; ++i) progress.visit(static_cast<LocationId>(1 + i % 3));
  EXPECT_FALSE(progress.stuck());
  for (std::uint64_t i = 0; i < 10; ++i) progress.visit(1);
  EXPECT_TRUE(progress.stuck());
}

TEST(Progress, IsMissingWhereAThreadHasNoLocationAtAll) {
  ProgressMonitor progress = monitor();
  visit_often(progress, kNoLocation, kLimit + 1);
  EXPECT_TRUE(progress.stuck()) << "yields and sleeps";
}

TEST(Progress, IsAWalkOverALargeArray) {
  ProgressMonitor progress = monitor();
  for (LocationId location = 1; location < 10 * kLimit; ++location) {
    progress.visit(location);
    ASSERT_EQ(progress.without_progress(), 0u);
    ASSERT_FALSE(progress.stuck());
  }
}

TEST(Progress, IsNotMissingBeforeALargeArrayWasWalkedOften) {
  ProgressMonitor progress = monitor();
  const auto walk = [&progress] {
    for (LocationId location = 1; location <= 100; ++location) progress.visit(location);
  };
  for (int round = 0; round < 1000; ++round) walk();
  EXPECT_FALSE(progress.stuck())
      << "far more points than the limit, but each location came by only 1,000 times";
  walk();
  EXPECT_TRUE(progress.stuck());
}

TEST(Progress, StartsTheCountAgain) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit + 1);
  progress.progress();
  EXPECT_FALSE(progress.stuck());
  EXPECT_EQ(progress.without_progress(), 0u);
  visit_often(progress, 7, kLimit);
  EXPECT_FALSE(progress.stuck()) << "the location is news again";
  progress.visit(7);
  EXPECT_TRUE(progress.stuck());
}

TEST(Progress, ForgetsTheLocationsOfBefore) {
  ProgressMonitor progress = monitor();
  for (LocationId location = 1; location < 1000; ++location) progress.visit(location);
  progress.progress();
  visit_often(progress, 7, kLimit + 1);
  EXPECT_TRUE(progress.stuck()) << "only one location is visited now";
}

TEST(Progress, OfOneExecutionSaysNothingAboutTheNext) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit + 1);
  progress.begin(10);
  EXPECT_FALSE(progress.stuck());
  EXPECT_EQ(progress.without_progress(), 0u);
  visit_often(progress, 7, 1000);
  EXPECT_FALSE(progress.stuck()) << "the least is 1,000 rounds";
  progress.visit(7);
  EXPECT_TRUE(progress.stuck());
}

TEST(Progress, IdlingCallsForOthersButProvesNothing) {
  ProgressMonitor progress = monitor();
  for (std::uint64_t i = 0; i < 10 * kLimit; ++i) progress.idle();
  EXPECT_EQ(progress.without_progress(), 10 * kLimit);
  EXPECT_FALSE(progress.stuck());
}

TEST(Progress, IdlingEndsWithNews) {
  ProgressMonitor progress = monitor();
  progress.visit(1);
  progress.idle();
  progress.visit(1);
  EXPECT_EQ(progress.without_progress(), 2u);
  progress.visit(2);
  EXPECT_EQ(progress.without_progress(), 0u);
  progress.idle();
  progress.progress();
  EXPECT_EQ(progress.without_progress(), 0u);
}

}  // namespace
}  // namespace heddle
