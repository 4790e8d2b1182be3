// Unmodified GoogleTest and Catch2 programs of some thirty tests each: every one of them gets its verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

constexpr ExpectedVerdict kGoogleTests[] = {
    {"Counter.AddsInOneStep", "passed"},
    {"Counter.LosesUpdates", "failed", "exit-status"},
    {"Locks.AreTakenInOneOrder", "passed"},
    {"Locks.AreTakenInTwoOrders", "failed", "deadlock"},
    {"Signal.IsWaitedFor", "passed"},
    {"Signal.IsMissed", "failed", "deadlock"},
    {"Seats.AreSoldOnce", "passed"},
    {"Seats.AreSoldTwice", "failed", "exit-status"},
    {"Worker.IsStartedLate", "passed"},
    {"Worker.IsStartedEarly", "failed", "crash"},
    {"Memory.IsLocked", "passed"},
    {"Memory.IsRaced", "failed", "data-race"},
    {"Tokens.AreEnough", "passed"},
    {"Tokens.RunOut", "failed", "uncaught-exception"},
    {"Owner.WaitsForReader", "passed"},
    {"Owner.FreesTooEarly", "failed", "heap-error"},
    {"Section.IsExclusive", "passed"},
    {"Section.IsShared", "failed", "assertion"},
    {"Unlock.HappensOnce", "passed"},
    {"Unlock.HappensTwice", "failed", "lock-misuse"},
    {"Small/Queue.KeepsAll/0", "passed"},
    {"Small/Queue.KeepsAll/1", "passed"},
    {"Plain/0.HasNoThreads", "no-threads"},
    {"Plain/1.HasNoThreads", "no-threads"},
    {"Single.AlwaysFails", "failed", "exit-status", true},
    {"Single.IsSkippedByItself", "skipped"},
    {"Fails.OnEverySchedule", "failed", "exit-status", true},
    {"Fails.DISABLED_AndIsDisabled", "skipped"},
    {"ForkDeathTest.Dies", "skipped"},
    {"Primitives.Agree", "passed"},
    {"Primitives.WaitForEachOther", "passed"},
    {"Sleep.IsNoSynchronisation", "failed", "exit-status"},
};

constexpr ExpectedVerdict kCatchTests[] = {
    {"a counter adds in one step", "passed"},
    {"a counter, which loses updates", "failed", "exit-status"},
    {"locks in one order", "passed"},
    {"locks in [two] orders", "failed", "deadlock"},
    {"news are waited for", "passed"},
    {"news are \"missed\"", "failed", "deadlock"},
    {"the last seat is sold once", "passed"},
    {"the last seat\\chair is sold twice", "failed", "exit-status"},
    {"a worker starts late", "passed"},
    {"~ a worker starts early", "failed", "crash"},
    {"memory is locked", "passed"},
    {"-memory is raced", "failed", "data-race"},
    {"tokens are enough", "passed"},
    {"tokens run out", "failed", "uncaught-exception"},
    {"an owner waits for the reader", "passed"},
    {"an owner frees too early", "failed", "heap-error"},
    {"a section is exclusive", "passed"},
    {"a section is shared", "failed", "assertion"},
    {"unlocked once", "passed"},
    {"unlocked twice", "failed", "lock-misuse"},
    {"a queue keeps all", "passed"},
    {"no threads - int", "no-threads"},
    {"no threads - long", "no-threads"},
    {"always wrong, without threads", "failed", "exit-status", true},
    {"#wrong on every schedule", "failed", "exit-status", true},
    {"exclude:d by its name only", "passed"},
    {"star*", "uncontrolled"},  // Catch2 would run 'starry', too
    {"starry", "passed"},
    {"primitives agree", "passed"},
    {"primitives wait for each other", "passed"},
    {"recursive locks", "passed"},
};

TEST(Verdicts, OfGoogleTest) {
  const Workplace workplace;
  const Outcome outcome = run_tests(workplace, "gtest_cases", {"--executions", "200", "--time", "1m"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("framework"), "GoogleTest");
  expect_verdicts(kGoogleTests, results);
  expect_replays(workplace, results);
  const Json lost = tests_by_name(results).at("Counter.LosesUpdates").at("bugs").at(0);
  EXPECT_EQ(lost.at("message"),
            "Expected equality of these values: count_to_two(Code::kBuggy) Which is: 1 2");
  EXPECT_THAT(lost.at("site").get<std::string>(), HasSubstr("gtest_cases.cc:"));
  EXPECT_THAT(outcome.out, HasSubstr("fails on every schedule: probably no concurrency bug"));
  EXPECT_THAT(outcome.out, HasSubstr("skipped itself: not here"));
}

#if HEDDLE_FULL_TESTS
TEST(Verdicts, OfCatch2) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "catch_cases", {"--executions", "100", "--time", "1m", "--no-shrink"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("framework"), "Catch2 v2");
  expect_verdicts(kCatchTests, results);
  expect_replays(workplace, results);
  const Json lost = tests_by_name(results).at("a counter, which loses updates").at("bugs").at(0);
  EXPECT_EQ(lost.at("message"), "REQUIRE( count_to_two(Code::kBuggy) == 2 ) with expansion: 1 == 2");
}
#endif

// A program that nobody rebuilt: synchronisation is seen, plain memory is not, and that is said.
TEST(Verdicts, OfAProgramAsItIs) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "gtest_cases_as_it_is",
                {"--executions", "200", "--time", "1m", "--filter", "Locks.*:Seats.*:Memory.*:Plain/0.*"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("only synchronisation was seen"));
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Locks.AreTakenInTwoOrders").at("verdict"), "failed");
  EXPECT_EQ(tests.at("Locks.AreTakenInOneOrder").at("verdict"), "passed");
  EXPECT_EQ(tests.at("Seats.AreSoldTwice").at("verdict"), "failed");
  EXPECT_EQ(tests.at("Memory.IsRaced").at("verdict"), "passed");  // not seen
  EXPECT_EQ(tests.at("Plain/0.HasNoThreads").at("verdict"), "no-threads");
}

TEST(Verdicts, OfWhatTheFrameworksLeaveOut) {
  const Workplace workplace;
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--hidden", "--filter", "Fails.DISABLED_*"}).status, 1);
  EXPECT_EQ(workplace.results().at("tests").at(0).at("verdict"), "failed");
  EXPECT_EQ(run_tests(workplace, "catch_cases", {"--hidden", "--filter", "hidden"}).status, 1);
  EXPECT_EQ(workplace.results().at("tests").at(0).at("verdict"), "failed");
  EXPECT_EQ(run_tests(workplace, "catch_cases", {"--filter", "hidden"}).status, 2);
}

}  // namespace
}  // namespace heddle::e2e
