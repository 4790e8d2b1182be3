// `heddle test` as a tool: lists, filters, interrupts, what cannot be controlled, what is wrong use.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <regex>

#include "support/golden.h"
#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;

// Times differ, and so does the folder of the program.
std::string tidied(std::string text) {
  text = replaced(text, HEDDLE_TEST_PROGRAMS "/", "");
  return std::regex_replace(text, std::regex(" *[0-9.]+ s\\b(?! each)"), " TIME");
}

TEST(TestSession, ShowsWhatATestRunnerShows) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "gtest_cases",
                {"--executions", "200", "--time", "60s", "--jobs", "2", "--strategy", "random", "--filter",
                 "Counter.*:Locks.*:Memory.*:Plain/0.*:Fails.*:ForkDeathTest.*:Single.AlwaysFails"});
  EXPECT_EQ(outcome.err, "");
  expect_golden("test_session.txt", tidied(outcome.out));
}

TEST(TestSession, IsTheSameWithOneJob) {
  const Workplace workplace;
  const auto results = [&](const char* jobs) {
    run_tests(
        workplace, "gtest_cases",
        {"--executions", "100", "--time", "60s", "--jobs", jobs, "--filter", "Counter.*:Seats.*:Locks.*"});
    Json json = workplace.results();
    forget_time(json);
    for (Json& test : json["tests"]) forget_time(test);
    return json;
  };
  EXPECT_EQ(results("1"), results("3"));
}

// GoogleTest asks where it is, and does more the longer the answer.
TEST(TestSession, ItsBugsAreReplayedFromAnywhere) {
  const Workplace workplace;
  run_tests(workplace, "gtest_cases", {"--filter", "Counter.LosesUpdates", "--no-shrink"});
  const std::string schedule = workplace.results()["tests"][0]["bugs"][0]["schedule"];
  const std::string far_away = "a/folder/with/a/name/of/some/length";
  std::filesystem::create_directories(workplace.path(far_away));
  for (const std::string& folder : {std::string("."), std::string("/"), workplace.path(far_away)}) {
    Command replay = workplace.heddle({"replay", workplace.path("heddle-out/" + schedule)});
    replay.folder = folder == "." ? workplace.folder() : folder;
    const Outcome again = run(replay);
    EXPECT_EQ(again.status, 1) << folder << "\n" << describe(again);
    EXPECT_THAT(again.out, HasSubstr("Failed as recorded"));
  }
  // Taken elsewhere, it is seen from where we are.
  const std::string taken = workplace.path(far_away + "/taken.schedule");
  std::filesystem::copy_file(workplace.path("heddle-out/" + schedule), taken);
  EXPECT_EQ(workplace.run_heddle({"replay", taken}).status, 1);
}

TEST(TestSession, Lists) {
  const Workplace workplace;
  const Outcome listed = run_tests(workplace, "catch_cases", {"--list", "--filter", "*star*"});
  EXPECT_EQ(listed.status, 0) << describe(listed);
  EXPECT_THAT(listed.out, HasSubstr("a worker starts late\n"));
  EXPECT_THAT(listed.out, HasSubstr("star*  (Catch2 would run 'starry', too"));
  EXPECT_FALSE(workplace.exists("heddle-out"));
  const Outcome google = run_tests(workplace, "gtest_cases", {"--list"});
  EXPECT_THAT(google.out, HasSubstr("Fails.DISABLED_AndIsDisabled  (disabled"));
  EXPECT_THAT(google.out, HasSubstr("ForkDeathTest.Dies  (a death test"));
}

TEST(TestSession, FiltersAndExcludes) {
  const Workplace workplace;
  const Outcome outcome = run_tests(
      workplace, "gtest_cases",
      {"--executions", "20", "--filter", "Counter.*", "--filter", "Seats.*", "--exclude", "*Lose*:*Twice"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(workplace.results().at("tests").size(), 2u);
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--filter", "Nothing.*"}).status, 2);
}

TEST(TestSession, TakesOptionsFromTheEnvironment) {
  const Workplace workplace;
  Command command = workplace.heddle({"test", "--", test_binary("gtest_cases")});
  command.environment["HEDDLE_OPTIONS"] = "--filter Counter.Adds* --executions 15";
  // Of GoogleTest's own, which would run nothing, or everything twice.
  command.environment["GTEST_TOTAL_SHARDS"] = "2";
  command.environment["GTEST_SHARD_INDEX"] = "1";
  command.environment["GTEST_REPEAT"] = "3";
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(workplace.results().at("tests").at(0).at("executions"), 15);
}

// Never a silent pass.
TEST(TestSession, SaysWhatCouldNotBeControlled) {
  const Workplace workplace;
  const Outcome outcome = run_tests(
      workplace, "awkward_cases",
      {"--executions", "20", "--execution-timeout", "1s", "--filter", "Awkward.Passes:Awkward.Never*"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Awkward.Passes").at("verdict"), "passed");
  EXPECT_EQ(tests.at("Awkward.NeverComesToAPoint").at("verdict"), "uncontrolled");
  EXPECT_THAT(outcome.out, HasSubstr("and was ended; it was between two"));
}

TEST(TestSession, SaysWhereATestWasThatTookTooLong) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "awkward_cases", {"--time", "500ms", "--filter", "Awkward.NeverComesToAPoint"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("awkward_cases.cc:"));
  EXPECT_THAT(outcome.out, HasSubstr("raise --time"));
  const Json test = workplace.results().at("tests").at(0);
  EXPECT_EQ(test.at("verdict"), "uncontrolled");
  EXPECT_EQ(test.at("executions"), 0);
  EXPECT_EQ(test.at("unfinished").at("found"), "between two scheduling points") << test.dump(2);
}

// The linkage table belongs to no line: the call through it is what the user knows.
TEST(TestSession, SaysWhichCallATestWasAtThatTookTooLong) {
  const Workplace workplace;
  const Outcome outcome = run_tests(workplace, "awkward_cases",
                                    {"--time", "500ms", "--filter", "Awkward.NeverLeavesTheLinkageTable"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("awkward_cases.cc:"));
}

// What was not explored is not passed.
TEST(TestSession, SaysWhatThereWasNoTimeFor) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "gtest_cases", {"--total-time", "1ms", "--filter", "Plain/0.*:Counter.*"});
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("not begun: the time for all tests was over; raise --total-time"));
  EXPECT_THAT(outcome.out, HasSubstr("3 not done"));
  for (const Json& test : workplace.results().at("tests")) EXPECT_EQ(test.at("verdict"), "interrupted");
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--total-time", "soon"}).status, 2);
}

// The processes that explore tests ignore Ctrl-C; the tests do not.
TEST(TestSession, GivesTestsTheSignalsOfARun) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "awkward_cases", {"--executions", "20", "--filter", "Awkward.InterruptsItself"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Json bug = workplace.results().at("tests").at(0).at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "crash");
  EXPECT_EQ(bug.at("stable"), true);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/" + std::string(bug.at("schedule"))});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

TEST(TestSession, KeepsWhatItHasWhenInterrupted) {
  const Workplace workplace;
  Command command =
      workplace.heddle({"test", "--executions", "100000000", "--time", "10m", "--jobs", "1", "--filter",
                        "Counter.*:Primitives.*", "--", test_binary("gtest_cases")});
  command.timeout = std::chrono::seconds(100);
  Process process(command);
  // The first test goes on for ever.
  ASSERT_TRUE(eventually(std::chrono::seconds(60),
                         [&] { return workplace.exists("heddle-out/Counter.AddsInOneStep/.heddle"); }));
  process.signal(SIGINT);
  const Outcome outcome = process.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Interrupted"));
  const Json results = workplace.results();
  EXPECT_EQ(results.at("interrupted"), true);
  for (const Json& test : results.at("tests")) EXPECT_EQ(test.at("verdict"), "interrupted");
}

TEST(TestSession, RefusesWhatHoldsNoTests) {
  const Workplace workplace;
  const Outcome none = workplace.run_heddle({"test", "--", "/bin/true"});
  EXPECT_EQ(none.status, 2) << describe(none);
  EXPECT_THAT(none.err, HasSubstr("holds no tests of GoogleTest, Catch2, doctest or Boost.Test"));
  EXPECT_EQ(workplace.run_heddle({"test"}).status, 2);
  EXPECT_EQ(workplace.run_heddle({"test", "--", "/nowhere"}).status, 2);
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--annotations", "nobody"}).status, 2);
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--framework", "junit"}).status, 2);
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--strategy", "magic"}).status, 2);
}

TEST(TestSession, PassesArgumentsOn) {
  const Workplace workplace;
  const Outcome refused = workplace.run_heddle({"test", "--", test_binary("awkward_cases"), "--refuse"});
  EXPECT_EQ(refused.status, 3) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("ended with status 9"));
}

}  // namespace
}  // namespace heddle::e2e
