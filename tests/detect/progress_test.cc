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
  EXPECT_FALSE(progress.suspicious());
  EXPECT_EQ(progress.without_progress(), kLimit - 1) << "the first visit was news";
  progress.visit(7);
  EXPECT_TRUE(progress.suspicious());
}

TEST(Progress, IsMissingWhenThreadsSpinAtAFewLocations) {
  ProgressMonitor progress = monitor();
  for (std::uint64_t i = 0; i < kLimit; ++i) progress.visit(static_cast<LocationId>(1 + i % 3));
  EXPECT_FALSE(progress.suspicious());
  for (std::uint64_t i = 0; i < 10; ++i) progress.visit(1);
  EXPECT_TRUE(progress.suspicious());
}

TEST(Progress, IsMissingWhereAThreadHasNoLocationAtAll) {
  ProgressMonitor progress = monitor();
  visit_often(progress, kNoLocation, kLimit + 1);
  EXPECT_TRUE(progress.suspicious()) << "yields and sleeps";
}

TEST(Progress, IsAWalkOverALargeArray) {
  ProgressMonitor progress = monitor();
  for (LocationId location = 1; location < 10 * kLimit; ++location) {
    progress.visit(location);
    ASSERT_EQ(progress.without_progress(), 0u);
    ASSERT_FALSE(progress.suspicious());
  }
}

TEST(Progress, IsNotMissingBeforeALargeArrayWasWalkedOften) {
  ProgressMonitor progress = monitor();
  const auto walk = [&progress] {
    for (LocationId location = 1; location <= 100; ++location) progress.visit(location);
  };
  for (int round = 0; round < 1000; ++round) walk();
  EXPECT_FALSE(progress.suspicious())
      << "far more points than the limit, but each location came by only 1,000 times";
  walk();
  EXPECT_TRUE(progress.suspicious());
}

TEST(Progress, StartsTheCountAgain) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit + 1);
  progress.progress();
  EXPECT_FALSE(progress.suspicious());
  EXPECT_EQ(progress.without_progress(), 0u);
  visit_often(progress, 7, kLimit);
  EXPECT_FALSE(progress.suspicious()) << "the location is news again";
  progress.visit(7);
  EXPECT_TRUE(progress.suspicious());
}

TEST(Progress, ForgetsTheLocationsOfBefore) {
  ProgressMonitor progress = monitor();
  for (LocationId location = 1; location < 1000; ++location) progress.visit(location);
  progress.progress();
  visit_often(progress, 7, kLimit + 1);
  EXPECT_TRUE(progress.suspicious()) << "only one location is visited now";
}

TEST(Progress, OfOneExecutionSaysNothingAboutTheNext) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit + 1);
  progress.begin(10);
  EXPECT_FALSE(progress.suspicious());
  EXPECT_EQ(progress.without_progress(), 0u);
  visit_often(progress, 7, 1000);
  EXPECT_FALSE(progress.suspicious()) << "the least is 1,000 rounds";
  progress.visit(7);
  EXPECT_TRUE(progress.suspicious());
}

TEST(Progress, IdlingCallsForOthersButProvesNothing) {
  ProgressMonitor progress = monitor();
  for (std::uint64_t i = 0; i < 10 * kLimit; ++i) progress.idle();
  EXPECT_EQ(progress.without_progress(), 10 * kLimit);
  EXPECT_FALSE(progress.suspicious());
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

TEST(Progress, IsLookedForAgainWheneverTwiceAsManyPointsHaveGoneBy) {
  ProgressMonitor progress = monitor();
  visit_often(progress, 7, kLimit + 1);
  EXPECT_TRUE(progress.worth_a_look());
  progress.looked();
  EXPECT_EQ(progress.looks(), 0u);
  visit_often(progress, 7, kLimit - 1);
  EXPECT_FALSE(progress.worth_a_look());
  progress.visit(7);
  EXPECT_TRUE(progress.worth_a_look());
  progress.looked();
  EXPECT_EQ(progress.looks(), 1u);
  progress.progress();
  EXPECT_TRUE(progress.worth_a_look()) << "what was seen before says nothing";
  progress.looked();
  EXPECT_EQ(progress.looks(), 0u);
}

TEST(Progress, IsWaitedForWithPatience) {
  ProgressMonitor progress;
  progress.begin(10);
  visit_often(progress, 7, 20'000);
  EXPECT_FALSE(progress.out_of_patience());
  progress.visit(7);
  EXPECT_TRUE(progress.out_of_patience());
  progress.progress();
  EXPECT_FALSE(progress.out_of_patience());
}

}  // namespace
}  // namespace heddle
