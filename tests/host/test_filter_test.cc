#include "host/test_filter.h"

#include <gtest/gtest.h>

namespace heddle::host {
namespace {

TEST(Glob, MatchesWholeNames) {
  EXPECT_TRUE(matches_glob("Queue.*", "Queue.Keeps"));
  EXPECT_TRUE(matches_glob("*", ""));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_TRUE(matches_glob("*e*s*", "Queue.Keeps"));
  EXPECT_TRUE(matches_glob("Q?eue.Keeps", "Queue.Keeps"));
  EXPECT_TRUE(matches_glob("**a", "aaa"));
  EXPECT_FALSE(matches_glob("Queue", "Queue.Keeps"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_FALSE(matches_glob("*x", "Queue.Keeps"));
}

// Nobody waits for a pattern with many stars.
TEST(Glob, TakesNoExponentialTime) {
  EXPECT_FALSE(matches_glob("*a*a*a*a*a*a*a*a*a*a*a*a*b", std::string(2000, 'a')));
}

TEST(TestFilter, TakesAllWithoutPatterns) {
  EXPECT_TRUE(TestFilter({})("anything"));
}

TEST(TestFilter, IncludesAndExcludesLikeGoogleTest) {
  const TestFilter filter({"Queue.*:Stack.*:-*Slow*:*Big"});
  EXPECT_TRUE(filter("Queue.Keeps"));
  EXPECT_TRUE(filter("Stack.Keeps"));
  EXPECT_FALSE(filter("Map.Keeps"));
  EXPECT_FALSE(filter("Queue.SlowOne"));
  EXPECT_FALSE(filter("Stack.Big"));
}

TEST(TestFilter, OnlyExcludes) {
  for (const TestFilter& filter : {TestFilter({"-Queue.*"}), TestFilter({}, {"Queue.*"})}) {
    EXPECT_TRUE(filter("Stack.Keeps"));
    EXPECT_FALSE(filter("Queue.Keeps"));
  }
}

TEST(TestFilter, RepeatedOnesAddUp) {
  const TestFilter filter({"Queue.*", "Stack.*", "-*Slow"});
  EXPECT_TRUE(filter("Queue.Keeps"));
  EXPECT_TRUE(filter("Stack.Keeps"));
  EXPECT_FALSE(filter("Stack.Slow"));
}

TEST(TestFilter, KeepsDashesOfNames) {
  const TestFilter filter({"no-one waits"});
  EXPECT_TRUE(filter("no-one waits"));
  EXPECT_FALSE(filter("no"));
}

}  // namespace
}  // namespace heddle::host
