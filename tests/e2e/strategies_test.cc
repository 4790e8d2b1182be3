// Every strategy on programs that spin, poll and back off: they end, and nothing is reported that is not
// there.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// With options by which they can go wrong.
constexpr const char* kOthers[] = {"pct:depth=5,events=all", "pct:depth=5,events=all,fair=true",
                                   "random:switch=0.01", "noise:mode=yield,probability=0.5",
                                   "noise:max=100ms,probability=0.5"};

constexpr const char* kSpinning[] = {
#if HEDDLE_FULL_TESTS
    "partial_deadlock_heartbeat_fixed",
#endif
    "adaptive_timedlock_fixed",
    "longjmp_keeps_lock_fixed",
    "peterson_fixed",
    "sleeping_poll_fixed",
    "spin_lock_let_go_fixed",
    "try_lock_backoff_fixed",
    "volatile_spin_fixed"};

class Spinning : public ::testing::TestWithParam<const char*> {};

TEST_P(Spinning, ProgramEndsUnderEveryStrategy) {
  const Workplace workplace;
  constexpr const char* kExecutions = HEDDLE_FULL_TESTS ? "500" : "40";
  std::vector<std::string> strategies = workplace.strategies();
  EXPECT_GE(strategies.size(), 12u);
  strategies.insert(strategies.end(), std::begin(kOthers), std::end(kOthers));
  for (const std::string& strategy : strategies) {
    const Outcome outcome = workplace.run_heddle(
        {"run", "--quiet", "--races", "ignore", "--strategy", strategy, "--executions", kExecutions, "--time",
         strategy == "mcr" ? "5s" : "10m", "--", program(GetParam(), "strategies")});
    EXPECT_EQ(outcome.status, 0) << strategy << ": " << describe(outcome);
  }
}

INSTANTIATE_TEST_SUITE_P(Twin, Spinning, ::testing::ValuesIn(kSpinning),
                         [](const auto& each) { return std::string(each.param); });

TEST(Strategy, ThatIsExhaustedSaysWhatItProves) {
  const Workplace workplace;
  const auto executions_of = [&](const std::string& strategy, const std::string& claim) -> std::uint64_t {
    const Outcome outcome =
        workplace.run_heddle({"run", "--races", "ignore", "--strategy", strategy, "--executions", "100000",
                              "--time", "10m", "--", program("lock_order_fixed", "strategies")});
    EXPECT_EQ(outcome.status, 0) << describe(outcome);
    EXPECT_THAT(outcome.out, HasSubstr("Exhausted: every schedule"));
    const Json results = workplace.results();
    EXPECT_EQ(results.at("end"), "exhausted");
    EXPECT_EQ(results.at("claim"), claim);
    return results.at("executions");
  };
  const std::uint64_t all = executions_of("dfs", "every schedule");
  EXPECT_EQ(executions_of("hars", "every schedule in which the process ends last"), all)
      << "main joins its threads";
  EXPECT_LT(executions_of("dfs:preemptions=1", "every schedule with at most 1 preemption"), all);
}

TEST(Strategy, IsTheSameWithTheSameSeed) {
  for (const char* strategy :
       {"auto", "pct", "rpro", "urw", "surw", "surwp", "hold", "pos", "native", "noise", "tsa", "iroot",
        "deadlock-fuzzer", "ars", "hars", "hars-online", "dfs"}) {
    const Workplace workplace;
    std::vector<Json> results;
    for (const char* isolation : {"restore", "fork", "restore"}) {
      if (!HEDDLE_FULL_TESTS && results.size() == 2) break;
      std::vector<std::string> words = {"run",
                                        "--quiet",
                                        "--digest",
                                        "--until",
                                        "budget",
                                        "--executions",
                                        HEDDLE_FULL_TESTS ? "200" : "70",
                                        "--strategy",
                                        strategy,
                                        "--isolation",
                                        isolation};
      if (!HEDDLE_FULL_TESTS) words.push_back("--no-shrink");
      words.insert(words.end(), {"--", program("lock_order")});
      const Outcome outcome = workplace.run_heddle(words);
      EXPECT_LE(outcome.status, 1) << describe(outcome);
      EXPECT_THAT(outcome.out, Not(HasSubstr("went differently")));
      results.push_back(workplace.results());
      forget_time(results.back());
    }
    EXPECT_EQ(results[0], results[1]) << strategy;
    EXPECT_EQ(results[0], results.back()) << strategy;
  }
}

TEST(Strategy, AutoSaysWhichMemberItWas) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle({"run", "--quiet", "--", program("lost_update")});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const std::string member = workplace.results().at("bugs").at(0).at("strategy");
  EXPECT_THAT(outcome.out, HasSubstr(" by " + member));
}

TEST(Deadlock, IsReportedWithDepthAndRadius) {
  const Workplace workplace;
  for (const char* seed : {"1", "2", "3"}) {
    const Outcome outcome =
        workplace.run_heddle({"run", "--quiet", "--seed", seed, "--", program("lock_order")});
    EXPECT_EQ(outcome.status, 1) << describe(outcome);
    const Json bug = workplace.results().at("bugs").at(0);
    EXPECT_EQ(bug.at("depth"), 2);
    EXPECT_GE(bug.at("radius"), 3);
    EXPECT_THAT(outcome.out, HasSubstr("depth:     at most 2, radius "));
  }
}

TEST(Guarantee, IsToldForAProgram) {
  const Workplace workplace;
  const Outcome outcome = workplace.run_heddle({"guarantee", "--depth", "2", "--", program("lock_order")});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("n = 3 threads"));
  EXPECT_THAT(outcome.out, HasSubstr("measured"));
}

TEST(Guarantee, NeedsAProgramOrItsSize) {
  const Workplace workplace;
  EXPECT_EQ(workplace.run_heddle({"guarantee"}).status, 2);
  EXPECT_EQ(workplace.run_heddle({"guarantee", "--threads", "2"}).status, 2);
  EXPECT_EQ(workplace.run_heddle({"guarantee", "--threads", "2", "--events", "9"}).status, 0);
  EXPECT_EQ(workplace.run_heddle({"guarantee", "--", "./no_such_program"}).status, 2);
  const Outcome alone = workplace.run_heddle({"guarantee", "--", program("single_thread")});
  EXPECT_EQ(alone.status, 3) << describe(alone);
  EXPECT_THAT(alone.err, HasSubstr("starts no thread"));
}

}  // namespace
}  // namespace heddle::e2e
