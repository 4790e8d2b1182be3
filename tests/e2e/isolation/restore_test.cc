// Executions that restore memory are as far apart as forked ones: nothing is left of one in the next, and
// whatever is not put back is noticed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kForked = "in processes of their own";
constexpr const char* kExecutions = HEDDLE_FULL_TESTS ? "1000" : "12";  // with the 3rd and the 9th audited

Outcome look_for_leftovers(const Workplace& workplace, const std::string& ending,
                           const std::string& left_out) {
  Command command =
      workplace.heddle({"run", "--quiet", "--no-shrink", "--until", "budget", "--step-limit", "2000",
                        "--executions", kExecutions, "--time", "10m", "--", program("leftovers"), ending});
  command.input = "input\n";
  if (!left_out.empty()) command.environment["HEDDLE_TEST_LEAVE_OUT"] = left_out;
  return run(command);
}

class Ending : public ::testing::TestWithParam<const char*> {};

TEST_P(Ending, LeavesNothingBehind) {
  const Workplace workplace;
  const std::string ending = GetParam();
  const Outcome outcome = look_for_leftovers(workplace, ending, "");
  EXPECT_LE(outcome.status, 1) << describe(outcome);
  EXPECT_EQ(workplace.results().at("executions"), std::stoi(kExecutions)) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("status 77"))) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr("unstable"))) << describe(outcome);
  // After some crashes the memory is not trusted any more; where a stack ends depends on whose frames lie
  // there.
  if (ending == "overflow") return;
  if (ending == "wild")
    EXPECT_THAT(outcome.out, HasSubstr("most of them crash")) << describe(outcome);
  else
    EXPECT_THAT(outcome.out, Not(HasSubstr(kForked))) << describe(outcome);
}

INSTANTIATE_TEST_SUITE_P(Of, Ending,
                         ::testing::Values("return", "exit", "_exit", "quick_exit", "status", "abort",
                                           "assert", "throw", "terminate", "deadlock", "pthread_exit",
                                           "raise", "close", "exit_in_thread", "detached", "spin", "crash",
                                           "crash_in_stream", "crash_in_linker", "crash_in_sort",
                                           "crash_in_handler", "crash_twice", "crash_with_locks",
                                           "crash_in_thread", "crash_in_copy", "call_of_nothing", "trap",
                                           "wild", "overflow"),
                         [](const auto& each) { return "by_" + std::string(each.param); });

class Crash : public ::testing::TestWithParam<const char*> {};

TEST_P(Crash, IsTheSameAsInAFork) {
  const Workplace workplace;
  std::vector<Json> results;
  for (const char* isolation : {"restore", "fork"}) {
    Command command =
        workplace.heddle({"run", "--quiet", "--digest", "--no-shrink", "--until", "budget", "--executions",
                          HEDDLE_FULL_TESTS ? "500" : "20", "--isolation", isolation, "--out", isolation,
                          "--", program("leftovers"), GetParam()});
    command.input = "input\n";
    const Outcome outcome = run(command);
    EXPECT_EQ(outcome.status, 1) << describe(outcome);
    results.push_back(workplace.results(isolation));
    forget_time(results.back());
    results.back().erase("fails_always");  // tried for some seconds
  }
  EXPECT_EQ(results[0], results[1]);
}

// A program that fails always is tried with some two hundred other schedules, each a process: that takes
// long.
std::vector<const char*> crashes() {
  if (!HEDDLE_FULL_TESTS)
    return {"crash_in_linker", "crash_in_handler", "crash_with_locks", "wild", "overflow"};
  return {"crash",
          "crash_in_stream",
          "crash_in_linker",
          "crash_in_sort",
          "crash_in_handler",
          "crash_twice",
          "crash_with_locks",
          "crash_in_thread",
          "crash_in_copy",
          "call_of_nothing",
          "trap",
          "wild",
          "overflow"};
}

INSTANTIATE_TEST_SUITE_P(Of, Crash, ::testing::ValuesIn(crashes()),
                         [](const auto& each) { return std::string(each.param); });

class LeftOut : public ::testing::TestWithParam<const char*> {};

// The test above can fail.
TEST_P(LeftOut, IsNoticed) {
  const Workplace workplace;
  const Outcome outcome = look_for_leftovers(workplace, "return", GetParam());
  EXPECT_EQ(outcome.status, 0) << "nothing is reported that does not happen in a fork: " << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr(kForked)) << describe(outcome);
}

INSTANTIATE_TEST_SUITE_P(Part, LeftOut,
                         ::testing::Values("heap", "stacks", "program", "libraries", "runtime", "execution",
                                           "other", "shadow", "signals", "descriptors", "offsets", "break",
                                           "mappings", "contexts", "process"),
                         [](const auto& each) { return std::string(each.param); });

TEST(Restore, FallsBackToForkForWhatNothingUndoes) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle(
      {"run", "--quiet", "--executions", "100", "--", program("child_taken_fixed", "isolation")});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("they do what nothing undoes")) << describe(outcome);
}

// Whatever the seed. (The matrix does it for every program, with few seeds.)
TEST(Restore, FindsWhatForkFinds) {
  constexpr int kSeeds = HEDDLE_FULL_TESTS ? 50 : 2;
  for (const char* name : {"lost_update", "lock_order", "lost_wakeup", "two_bugs"}) {
    for (int seed = 1; seed <= kSeeds; ++seed) {
      const Workplace workplace;
      std::vector<Json> results;
      for (const char* isolation : {"restore", "fork"}) {
        const Outcome search = workplace.run_heddle(
            {"run", "--quiet", "--digest", "--until", "budget", "--executions", "100", "--isolation",
             isolation, "--seed", std::to_string(seed), "--out", isolation, "--", program(name)});
        EXPECT_EQ(search.status, 1) << describe(search);
        results.push_back(workplace.results(isolation));
        forget_time(results.back());
      }
      EXPECT_EQ(results[0], results[1]) << name << ", seed " << seed;
    }
  }
}

TEST(Restore, TakesProgramsThatWereNotRebuilt) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle(
      {"run", "--quiet", "--executions", "2000", "--", program("posix_mutex", "foreign")});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr(kForked))) << describe(outcome);
}

// A worker that ends because there is news has not failed.
TEST(Restore, GoesOnWhileThereIsNews) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle(
      {"run", "--quiet", "--snapshot", "first-thread", "--executions", "200", "--", program("always_new")});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, Not(HasSubstr(kForked))) << describe(outcome);
}

// A wild write into the runtime may break the worker in any way; nobody is told of a bug that is not there.
TEST(Restore, SurvivesWildWrites) {
  constexpr int kSearches = HEDDLE_FULL_TESTS ? 200 : 10;
  for (int i = 0; i < kSearches; ++i) {
    const Workplace workplace;
    const Outcome outcome = workplace.run_heddle(
        {"run", "--quiet", "--until", "budget", "--executions", "100", "--seed", std::to_string(i + 1),
         "--execution-timeout", "2s", "--", program("wild"), std::to_string(i)});
    EXPECT_EQ(outcome.status, 0) << "search " << i << ": " << describe(outcome);
    EXPECT_EQ(workplace.results().at("executions"), 100);
    EXPECT_TRUE(workplace.results().at("bugs").empty()) << describe(outcome);
  }
}

// One program, three ways never to come to the place.
TEST(Snapshot, SaysWhyExecutionsDoNotBegin) {
  const auto says = [](const char* how) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle({"run", "--quiet", "--snapshot", "at:test", "--executions",
                                                 "10", "--execution-timeout", "1s", "--",
                                                 program("snapshot_elsewhere", "verdicts-gxx"), how});
    EXPECT_EQ(search.status, 3) << describe(search);
    return std::regex_replace(search.out, std::regex("\\s+"), " ");
  };
  EXPECT_THAT(says("nowhere"), HasSubstr("never came to 'test'"));
  EXPECT_THAT(says("fails"),
              HasSubstr("fails before it comes to 'test' (assertion): search without --snapshot"));
  EXPECT_THAT(says("forever"), HasSubstr("did not come to 'test' within 1 s; raise --execution-timeout"));
}

}  // namespace
}  // namespace heddle::e2e
