#include "campaigns/description.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::campaigns {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kWhole[] = R"(
name = "nightly"
seed = 7
lease = "2m"
strategies = ["auto", "pct:depth=3"]
unit = 5_000
known = "known.json"

[options]
granularity = "sync"

[end]
executions = 1_000_000
time = "8h"
saturated = 30

[[program]]
path = "build/bank"
arguments = ["10"]
files = ["accounts.txt"]

[[program]]
name = "queue"
path = "build/queue_test"
tests = true
filter = ["Queue.*:-*Slow*"]
strategies = ["random"]
unit = 100
options = { races = "ignore", spurious = true, step-limit = 9 }
)";

std::string error_of(const std::string& text) {
  return parse_campaign(text, "c.toml").error();
}

TEST(CampaignDescription, Whole) {
  const Result<CampaignDescription> campaign = parse_campaign(kWhole, "c.toml");
  ASSERT_TRUE(campaign) << campaign.error();
  EXPECT_EQ(campaign->name, "nightly");
  EXPECT_EQ(campaign->seed, 7u);
  EXPECT_EQ(campaign->lease_seconds, 120);
  EXPECT_EQ(campaign->end.executions, 1'000'000u);
  EXPECT_EQ(campaign->end.seconds, 8 * 3600);
  EXPECT_EQ(campaign->end.saturation, 30u);
  ASSERT_EQ(campaign->programs.size(), 2u);
  const ProgramDescription& bank = campaign->programs[0];
  EXPECT_EQ(bank.name, "bank");
  EXPECT_EQ(bank.unit, 5'000u);
  EXPECT_THAT(bank.arguments, ElementsAre("10"));
  EXPECT_THAT(bank.strategies, ElementsAre("auto", "pct:depth=3"));
  EXPECT_THAT(bank.options, ElementsAre("--granularity=sync"));
  const ProgramDescription& queue = campaign->programs[1];
  EXPECT_TRUE(queue.tests);
  EXPECT_EQ(queue.unit, 100u);
  EXPECT_THAT(queue.filters, ElementsAre("Queue.*:-*Slow*"));
  EXPECT_THAT(queue.options,
              ElementsAre("--granularity=sync", "--races=ignore", "--spurious", "--step-limit=9"));
}

TEST(CampaignDescription, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(error_of("name = 'a'\nend = 3"), HasSubstr("c.toml, line 2: 'end' is a table: [end]"));
  EXPECT_THAT(error_of("name = 'a'"), HasSubstr("the campaign has no program"));
  EXPECT_THAT(error_of("name = 'a\n"), HasSubstr("c.toml, line 1"));
  EXPECT_THAT(error_of("nam = 'a'\n[[program]]\npath = 'b'"),
              HasSubstr("line 1: unknown key 'nam'; keys are name,"));
  EXPECT_THAT(error_of("name = 'a'\n[[program]]\n"), HasSubstr("a program has a path"));
  EXPECT_THAT(error_of("name = 'a/b'\n[[program]]\npath = 'b'"), HasSubstr("a campaign has a name"));
  EXPECT_THAT(error_of("name = 'a'\n[[program]]\npath = 'x/b'\n[[program]]\npath = 'y/b'"),
              HasSubstr("line 4: two programs are called 'b'"));
  EXPECT_THAT(error_of("name = 'a'\n[end]\ntime = '8 hours'\n[[program]]\npath = 'b'"),
              HasSubstr("line 3: 'time' is a time"));
  EXPECT_THAT(error_of("name = 'a'\n[end]\nexecutions = 0\n[[program]]\npath = 'b'"),
              HasSubstr("line 3: 'executions' is a whole number from 1 on"));
  EXPECT_THAT(error_of("name = 'a'\nlease = '10ms'\n[[program]]\npath = 'b'"),
              HasSubstr("'lease' is at least 1s"));
}

}  // namespace
}  // namespace heddle::campaigns
