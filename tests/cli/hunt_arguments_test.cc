#include "cli/hunt_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using ::testing::HasSubstr;

// What the options on a command line mean for a hunt that has 60 seconds where nothing else is said.
host::HuntOptions hunt(std::vector<std::string> words) {
  CLI::App app;
  HuntArguments arguments;
  add_hunt_options(app, arguments, {});
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return hunt_options(arguments, 60);
}

TEST(HuntArguments, HaveTheirDefaults) {
  const host::HuntOptions options = hunt({});
  EXPECT_EQ(options.search.strategy, "auto");
  EXPECT_EQ(options.search.seed, 1u);
  EXPECT_EQ(options.search.execution.random_seed, 1u);
  EXPECT_EQ(options.search.isolation, Isolation::kRestore);
  EXPECT_EQ(options.search.races, Races::kReport);
  EXPECT_TRUE(options.search.predict_deadlocks);
  EXPECT_EQ(options.search.execution.granularity, Granularity::kShared);
  EXPECT_EQ(options.search.execution.timeout_milliseconds, 10'000u);
  EXPECT_EQ(options.seconds, 60);
  EXPECT_EQ(options.executions, host::kAnyNumber);
  EXPECT_TRUE(options.shrink);
}

TEST(HuntArguments, NumberOfExecutionsTakesThePlaceOfTheTime) {
  const host::HuntOptions counted = hunt({"--executions", "500"});
  EXPECT_EQ(counted.executions, 500u);
  EXPECT_EQ(counted.seconds, host::kAnyTime);
  const host::HuntOptions both = hunt({"--executions", "500", "--time", "2m"});
  EXPECT_EQ(both.executions, 500u);
  EXPECT_EQ(both.seconds, 120);
}

Surroundings surroundings_of(std::vector<std::string> words) {
  CLI::App app;
  HuntArguments arguments;
  add_hunt_options(app, arguments, {});
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return surroundings(arguments);
}

TEST(HuntArguments, FolderOfTheExecutions) {
  EXPECT_FALSE(surroundings_of({}).are_any());
  EXPECT_EQ(surroundings_of({"--cwd", "fresh"}), (Surroundings{true, "", ""}));
  EXPECT_EQ(surroundings_of({"--cwd", "fresh:a/b:c"}), (Surroundings{true, "a/b:c", ""}));
  for (const char* wrong : {"stale", "fresh:", "freshly"})
    EXPECT_THROW(surroundings_of({"--cwd", wrong}), CLI::ValidationError) << wrong;
  EXPECT_THROW(surroundings_of({"--cwd", "fresh", "--snapshot", "start-here"}), CLI::ValidationError);
}

// Its files are part of each execution.
TEST(HuntArguments, FreshFolderNeedsTheSetUp) {
  EXPECT_TRUE(hunt({"--snapshot", "first-thread"}).search.execution.skip_set_up);
  EXPECT_FALSE(hunt({"--snapshot", "first-thread", "--cwd", "fresh"}).search.execution.skip_set_up);
}

TEST(HuntArguments, AreTakenOver) {
  const host::HuntOptions options = hunt({"--strategy",
                                          "pct:depth=4",
                                          "--seed",
                                          "7",
                                          "--isolation",
                                          "fork",
                                          "--races",
                                          "stop",
                                          "--carrier",
                                          "threads",
                                          "--spurious",
                                          "--no-predict",
                                          "--no-shrink",
                                          "--execution-timeout",
                                          "250ms",
                                          "--step-limit",
                                          "9",
                                          "--unjoined",
                                          "fail",
                                          "--snapshot",
                                          "first-thread",
                                          "--stall",
                                          "100ms"});
  EXPECT_EQ(options.search.strategy, "pct:depth=4");
  EXPECT_EQ(options.search.execution.random_seed, 7u);
  EXPECT_EQ(options.search.isolation, Isolation::kFork);
  EXPECT_EQ(options.search.races, Races::kStop);
  EXPECT_EQ(options.search.execution.carrier, Carrier::kThreads);
  EXPECT_TRUE(options.search.execution.spurious);
  EXPECT_EQ(options.search.execution.stall, 100'000'000u);
  EXPECT_TRUE(options.search.execution.skip_set_up);
  EXPECT_FALSE(options.search.predict_deadlocks);
  EXPECT_FALSE(options.shrink);
  EXPECT_EQ(options.search.execution.timeout_milliseconds, 250u);
  EXPECT_EQ(options.search.execution.step_limit, 9u);
  EXPECT_EQ(options.search.execution.unjoined, Unjoined::kFail);
}

TEST(HuntArguments, UnrollIsAnOptionOfComplete) {
  EXPECT_EQ(hunt({"--strategy", "complete", "--unroll", "3"}).search.strategy, "complete:unroll=3");
  EXPECT_THROW(hunt({"--strategy", "dfs", "--unroll", "3"}), CLI::ValidationError);
  EXPECT_THROW(hunt({"--strategy", "complete", "--unroll", "0"}), CLI::ValidationError);
}

TEST(HuntArguments, StallMayBeNoneOrAny) {
  EXPECT_EQ(hunt({}).search.execution.stall, 100'000'000u);
  EXPECT_EQ(hunt({"--stall", "1e20h"}).search.execution.stall, kAnyStall) << "as good as";
  EXPECT_EQ(hunt({"--stall", "any"}).search.execution.stall, kAnyStall);
  EXPECT_EQ(hunt({"--stall", "none"}).search.execution.stall, 0u);
  EXPECT_THROW(hunt({"--stall", "some"}), CLI::ValidationError);
}

TEST(HuntArguments, WrongStrategyIsRefusedBeforeAnythingRuns) {
  try {
    hunt({"--strategy", "telepathy"});
    FAIL() << "accepted";
  } catch (const CLI::ValidationError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no strategy 'telepathy'"));
  }
  EXPECT_THROW(hunt({"--executions", "0"}), CLI::ValidationError);
}

}  // namespace
}  // namespace heddle::cli
