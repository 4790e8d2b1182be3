// The own runners of Catch2 and GoogleTest, with their signal handlers, alternate stacks and death tests.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

constexpr int kFrameworkExecutions = HEDDLE_FULL_TESTS ? 500 : 25;

TEST(Framework, CorrectTestsPass) {
  for (const char* runner : {"catch_runner", "gtest_runner"}) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle({"run", "--executions", std::to_string(kFrameworkExecutions),
                                                 "--time", "10m", "--", program(runner, "real")});
    EXPECT_EQ(search.status, 0) << runner << ": " << describe(search)
                                << workplace.read("heddle-out/bug-1.output");
    EXPECT_EQ(workplace.results().at("executions"), kFrameworkExecutions);
  }
}

struct Failing {
  const char* name;
  const char* runner;
  std::vector<std::string> arguments;
  const char* kind;
  const char* output;  // the framework's own words
};

void PrintTo(const Failing& failing, std::ostream* stream) {
  *stream << failing.name;
}

class FailingTest : public ::testing::TestWithParam<Failing> {};

TEST_P(FailingTest, IsFoundAndReplayed) {
  const auto& [name, runner, its_arguments, kind, output] = GetParam();
  const Workplace workplace;
  std::vector<std::string> arguments = {"run", "--quiet", "--executions",
                                        "500", "--",      program(runner, "real")};
  arguments.insert(arguments.end(), its_arguments.begin(), its_arguments.end());
  const Outcome search = workplace.run_heddle(arguments);
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), kind) << describe(search);
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true) << describe(search);
  EXPECT_EQ(results.at("fails_always"), false);
  EXPECT_THAT(workplace.read("heddle-out/bug-1.output"), HasSubstr(output));
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
  if (std::string_view(kind) != "exit-status") return;
  // What was expected is the bug, everywhere.
  const std::string place = std::string(runner) + ".cc:";
  const std::string message = results.at("bugs").at(0).at("message");
  EXPECT_THAT(message, HasSubstr(output));
  EXPECT_THAT(message, HasSubstr(place));
  EXPECT_THAT(replay.out.substr(0, replay.out.find("\n\n")), HasSubstr(place));
  const Outcome explained = workplace.run_heddle({"explain", "--width", "200", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(explained.out, HasSubstr(output)) << describe(explained);
}

const Failing kFailing[] = {
    {"catch_assertion", "catch_runner", {"[.failing]"}, "exit-status", "REQUIRE( lost_update() == 2 )"},
    {"catch_crash", "catch_runner", {"[.crashing]"}, "crash", "SIGSEGV - Segmentation violation signal"},
    {"gtest_assertion",
     "gtest_runner",
     {"--gtest_also_run_disabled_tests", "--gtest_filter=Failing.DISABLED_Assertion"},
     "exit-status",
     "Expected equality of these values"},
    {"gtest_crash",
     "gtest_runner",
     {"--gtest_also_run_disabled_tests", "--gtest_filter=Failing.DISABLED_Crash"},
     "crash",
     "[ RUN      ] Failing.DISABLED_Crash"},
};

INSTANTIATE_TEST_SUITE_P(Runners, FailingTest, ::testing::ValuesIn(kFailing),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::e2e
