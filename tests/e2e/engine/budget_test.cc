// How long a search goes on, what it counts, and what its exit status says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Budget, CountsOneBugAsOne) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--races", "ignore", "--until", "budget",
                                               "--executions", "500", "--", program("lost_update")});
  EXPECT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("executions"), 500);
  ASSERT_EQ(results.at("bugs").size(), 1) << results.dump(2);
  const Json& bug = results.at("bugs").at(0);
  EXPECT_GT(bug.at("times"), 1);
  EXPECT_LT(bug.at("times"), 500);
  EXPECT_EQ(results.at("fails_always"), false);
  EXPECT_THAT(search.out, HasSubstr("met " + std::to_string(bug.at("times").get<int>()) + " times"));
  EXPECT_FALSE(workplace.exists("heddle-out/bug-2.schedule"));
}

TEST(Budget, TellsTwoBugsApart) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--until", "budget", "--executions", "300", "--", program("two_bugs")});
  EXPECT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  ASSERT_EQ(results.at("bugs").size(), 2) << results.dump(2);
  int met = 0;
  for (const Json& bug : results.at("bugs")) {
    EXPECT_EQ(bug.at("stable"), true);
    met += bug.at("times").get<int>();
    const Outcome replay = workplace.run_heddle({"replay", "heddle-out/" + std::string(bug.at("schedule"))});
    EXPECT_EQ(replay.status, 1) << describe(replay);
    // However the message is broken into lines.
    const std::string told = std::regex_replace(replay.out, std::regex("\\s+"), " ");
    EXPECT_THAT(told, HasSubstr(std::string(bug.at("message"))));
  }
  EXPECT_LE(met, 300);
}

TEST(Budget, EndsAtTheGivenNumberOfBugs) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--until", "budget", "--max-bugs", "1",
                                               "--executions", "300", "--", program("two_bugs")});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_EQ(workplace.results().at("bugs").size(), 1);
  EXPECT_THAT(search.out, HasSubstr("Stopped at 1 bug"));
}

TEST(Budget, OfTimeEndsTheSearch) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", "1000000000", "--time", "1s", "--", program("lost_update_fixed")});
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_LT(workplace.results().at("executions"), 1'000'000'000);
  EXPECT_THAT(search.out, HasSubstr("No bug found"));
  EXPECT_THAT(search.out, HasSubstr("weak memory"));
}

// What is still running when the time is up: at a scheduling point, in a system call that Heddle does not
// see. None of them is a pass, and each says where it was.
class NotOverInTime : public ::testing::TestWithParam<std::string> {};

TEST_P(NotOverInTime, IsNoSilentPass) {
  for (const char* const carrier : {"contexts", "threads"})
    for (const char* const isolation : {"restore", "fork"}) {
      SCOPED_TRACE(carrier + std::string(" ") + isolation);
      const Workplace workplace;
      const Outcome search =
          workplace.run_heddle({"run", "--quiet", "--time", "500ms", "--carrier", carrier, "--isolation",
                                isolation, "--", program("misbehaviour"), GetParam()});
      EXPECT_EQ(search.status, 3) << describe(search);
      EXPECT_THAT(search.out, Not(HasSubstr("No bug found")));
      EXPECT_THAT(search.out, HasSubstr("raise --time"));
      const Json results = workplace.results();
      EXPECT_EQ(results.at("executions"), 0);
      EXPECT_EQ(results.at("end"), "uncontrolled");
      const Json unfinished = results.at("unfinished");
      EXPECT_EQ(unfinished.at("thread"), "main.0") << unfinished.dump(2);
      EXPECT_THAT(std::string(unfinished.at("site")), HasSubstr("misbehaviour.cc:"));
      EXPECT_GT(unfinished.at("seconds"), 0.4);
      // The machine may be slow; only a limit that is not kept takes so long.
      EXPECT_LT(results.at("seconds"), 20.0);
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, NotOverInTime, ::testing::Values("call", "works"),
                         [](const auto& each) { return each.param; });

TEST(ExpectExit, MakesAnotherStatusTheGoodOne) {
  const Workplace workplace;
  const auto status_of = [&](const std::string& expected, const std::string& actual) {
    return workplace
        .run_heddle({"run", "--quiet", "--executions", "20", "--expect-exit", expected, "--",
                     program("exit_status"), actual})
        .status;
  };
  EXPECT_EQ(status_of("0", "0"), 0);
  EXPECT_EQ(status_of("7", "7"), 0);
  EXPECT_EQ(status_of("0", "7"), 1);
  EXPECT_EQ(workplace.results().at("bugs").at(0).at("kind"), "exit-status");
  EXPECT_EQ(status_of("7", "0"), 1);
  EXPECT_EQ(workplace.results().at("bugs").at(0).at("kind"), "exit-status");
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

TEST(FailsAlways, IsToldApart) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("always_fails")});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_EQ(workplace.results().at("fails_always"), true);
  EXPECT_THAT(search.out, HasSubstr("probably no concurrency bug"));
}

TEST(SingleThread, IsNoSilentPass) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--executions", "20", "--", program("single_thread")});
  EXPECT_EQ(search.status, 3) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("Nothing was explored"));
  EXPECT_THAT(search.out, HasSubstr("Does the program start its threads"));
  EXPECT_THAT(search.out, Not(HasSubstr("No bug found")));
}

}  // namespace
}  // namespace heddle::e2e
