// Executions of ten million accesses: within bounded memory, and their schedules replay.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

constexpr std::uint64_t kMegabyte = 1024 * 1024;

// 24 bytes a step, and what the processes need anyway; never more than --memory-limit.
void expect_bounded_memory(const Outcome& outcome, std::uint64_t steps) {
  EXPECT_LT(outcome.peak_memory, 24 * steps + 150 * kMegabyte) << "with " << steps << " steps";
  EXPECT_LT(outcome.peak_memory, 512 * kMegabyte) << "with " << steps << " steps";
}

TEST(LongExecution, OfTenMillionAccessesPasses) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--executions", "1", "--execution-timeout", "90s", "--", program("ten_million"), "10000000"});
  ASSERT_EQ(search.status, 0) << describe(search);
  const std::uint64_t steps = workplace.results().at("steps");
  EXPECT_GE(steps, 10'000'000u);
  expect_bounded_memory(search, steps);
}

// A history of each atomic variable is kept, but never more than its newest stores.
TEST(LongExecution, OfTenMillionRelaxedOperationsIsBoundedUnderTheCppMemoryModel) {
  if (!HEDDLE_FULL_TESTS) GTEST_SKIP();
  std::uint64_t peak[2] = {};
  for (const std::string memory : {"sc", "c++"}) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle(
        {"run", "--memory", memory, "--strategy", "random", "--races", "ignore", "--executions", "1",
         "--memory-limit", "128M", "--execution-timeout", "90s", "--", program("ten_million"), "20000000"});
    ASSERT_EQ(search.status, 0) << describe(search);
    EXPECT_GE(workplace.results().at("steps"), 20'000'000u);
    peak[memory == "c++"] = search.peak_memory;
  }
  EXPECT_LT(peak[1], peak[0] + 64 * kMegabyte);
}

// Too long for what lies between worker and explorer.
TEST(LongExecution, IsLookedAtWhole) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--strategy", "random", "--executions", "4",
                            "--execution-timeout", "90s", "--", program("ten_million"), "1500000"});
  ASSERT_EQ(search.status, 0) << describe(search);
  EXPECT_EQ(workplace.results().at("executions"), 4);
  EXPECT_FALSE(workplace.results().contains("limits")) << describe(search);
}

// Its end is told in the same way: with all of its time, not that of another attempt.
TEST(LongExecution, ThatIsNotOverTellsItsWholeTime) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--strategy", "random", "--time", "2s", "--", program("ten_million"), "2000000000"});
  ASSERT_EQ(search.status, 3) << describe(search);
  const Json unfinished = workplace.results().at("unfinished");
  EXPECT_GT(unfinished.at("seconds"), 1.5) << unfinished.dump(2);
  EXPECT_GT(unfinished.at("steps"), 0);
}

TEST(LongExecution, ThatDoesNotComeToItsRegionSaysSo) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--region", "check_total", "--time", "1s",
                                               "--", program("ten_million"), "2000000000000"});
  EXPECT_EQ(search.status, 3) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("did not come to 'check_total'"));
  EXPECT_THAT(search.out, HasSubstr("--time"));
}

TEST(LongExecution, OfMillionsOfAccessesFailsAndReplays) {
  const Workplace workplace;
  const char* const accesses = HEDDLE_FULL_TESTS ? "10000000" : "1500000";
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--executions", "20", "--execution-timeout",
                                               "90s", "--", program("ten_million"), accesses, "fail"});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  const Json& bug = results.at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "assertion");
  EXPECT_EQ(bug.at("stable"), true) << describe(search);
  const std::uint64_t executions = results.at("executions");
  expect_bounded_memory(search, std::uint64_t{results.at("steps")} / executions);

  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
  expect_bounded_memory(replay, std::uint64_t{results.at("steps")} / executions);
}

// The end of the execution is not recorded any more, but its schedule is.
TEST(LongExecution, FailsAndReplaysBeyondTheMemoryLimit) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", "20", "--execution-timeout", "90s", "--memory-limit", "16M",
       "--strategy", "random:switch=0.01", "--no-shrink", "--", program("ten_million"), "1500000", "fail"});
  ASSERT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("longer than --memory-limit lets Heddle record")) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), "assertion");
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true) << describe(search);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
}

TEST(LongExecution, IsNotRepeatedWithoutItsSchedule) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", "20", "--execution-timeout", "90s", "--memory-limit", "16M",
       "--strategy", "random", "--no-shrink", "--", program("ten_million"), "1500000", "fail"});
  ASSERT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(search.out, HasSubstr("its schedule did not fit into --memory-limit; raise it"));
  EXPECT_EQ(workplace.results().at("bugs").at(0).at("stable"), false);
}

}  // namespace
}  // namespace heddle::e2e
