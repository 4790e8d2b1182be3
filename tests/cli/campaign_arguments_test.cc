#include "cli/campaign_arguments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::cli {
namespace {

using ::testing::HasSubstr;

// What the options on a command line mean for a campaign that has 60 seconds where nothing else is said.
host::CampaignOptions campaign(std::vector<std::string> words) {
  CLI::App app;
  CampaignArguments arguments;
  add_campaign_options(app, arguments, {});
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return campaign_options(arguments, 60);
}

TEST(CampaignArguments, HaveTheirDefaults) {
  const host::CampaignOptions options = campaign({});
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

TEST(CampaignArguments, NumberOfExecutionsTakesThePlaceOfTheTime) {
  const host::CampaignOptions counted = campaign({"--executions", "500"});
  EXPECT_EQ(counted.executions, 500u);
  EXPECT_EQ(counted.seconds, host::kAnyTime);
  const host::CampaignOptions both = campaign({"--executions", "500", "--time", "2m"});
  EXPECT_EQ(both.executions, 500u);
  EXPECT_EQ(both.seconds, 120);
}

Surroundings surroundings_of(std::vector<std::string> words) {
  CLI::App app;
  CampaignArguments arguments;
  add_campaign_options(app, arguments, {});
  std::reverse(words.begin(), words.end());
  app.parse(words);
  return surroundings(arguments);
}

TEST(CampaignArguments, FolderOfTheExecutions) {
  EXPECT_FALSE(surroundings_of({}).are_any());
  EXPECT_EQ(surroundings_of({"--cwd", "fresh"}), (Surroundings{true, "", ""}));
  EXPECT_EQ(surroundings_of({"--cwd", "fresh:a/b:c"}), (Surroundings{true, "a/b:c", ""}));
  for (const char* wrong : {"stale", "fresh:", "freshly"})
    EXPECT_THROW(surroundings_of({"--cwd", wrong}), CLI::ValidationError) << wrong;
  EXPECT_THROW(surroundings_of({"--cwd", "fresh", "--snapshot", "start-here"}), CLI::ValidationError);
}

// Its files are part of each execution.
TEST(CampaignArguments, FreshFolderNeedsTheSetUp) {
  EXPECT_TRUE(campaign({"--snapshot", "first-thread"}).search.execution.skip_set_up);
  EXPECT_FALSE(campaign({"--snapshot", "first-thread", "--cwd", "fresh"}).search.execution.skip_set_up);
}

TEST(CampaignArguments, AreTakenOver) {
  const host::CampaignOptions options = campaign({"--strategy",
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

TEST(CampaignArguments, StallMayBeNoneOrAny) {
  EXPECT_EQ(campaign({}).search.execution.stall, 100'000'000u);
  EXPECT_EQ(campaign({"--stall", "1e20h"}).search.execution.stall, kAnyStall) << "as good as";
  EXPECT_EQ(campaign({"--stall", "any"}).search.execution.stall, kAnyStall);
  EXPECT_EQ(campaign({"--stall", "none"}).search.execution.stall, 0u);
  EXPECT_THROW(campaign({"--stall", "some"}), CLI::ValidationError);
}

TEST(CampaignArguments, WrongStrategyIsRefusedBeforeAnythingRuns) {
  try {
    campaign({"--strategy", "telepathy"});
    FAIL() << "accepted";
  } catch (const CLI::ValidationError& error) {
    EXPECT_THAT(error.what(), HasSubstr("there is no strategy 'telepathy'"));
  }
  EXPECT_THROW(campaign({"--executions", "0"}), CLI::ValidationError);
}

}  // namespace
}  // namespace heddle::cli
