// What belongs to a thread stays with it, whatever is switched where.
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

struct Setting {
  const char* name;
  std::vector<std::string> options;
};

class Validation : public ::testing::TestWithParam<Setting> {};

TEST_P(Validation, Passes) {
  constexpr int kExecutions = HEDDLE_FULL_TESTS ? 20 : 6;
  const Workplace workplace;
  std::vector<std::string> arguments = {
      "run", "--executions", std::to_string(kExecutions), "--time", "10m", "--execution-timeout", "5m"};
  arguments.insert(arguments.end(), GetParam().options.begin(), GetParam().options.end());
  arguments.insert(arguments.end(), {"--", program("validation")});
  const Outcome search = workplace.run_heddle(arguments);
  EXPECT_EQ(search.status, 0) << describe(search) << workplace.read("heddle-out/bug-1.output");
  EXPECT_EQ(workplace.results().at("executions"), kExecutions);
}

const Setting kSettings[] = {
    {"random", {}},
    {"granularity_all", {"--granularity", "all"}},
    {"granularity_sync", {"--granularity", "sync"}},
    {"fifo", {"--strategy", "fifo"}},
    {"rare_switches", {"--strategy", "random:switch=0.1"}},
};

INSTANTIATE_TEST_SUITE_P(Settings, Validation, ::testing::ValuesIn(kSettings),
                         [](const auto& each) { return each.param.name; });

TEST(ManyThreads, BugIsFoundAndReplayed) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--", program("many_threads")});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "assertion");
  EXPECT_EQ(bug.at("stable"), true);
  EXPECT_EQ(bug.at("threads").size(), 65);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

}  // namespace
}  // namespace heddle::e2e
