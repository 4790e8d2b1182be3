// Every program of tests/programs/MANIFEST: its bug is found, is of the right kind, and fails again when it
// is replayed; its repaired twin passes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

struct Case {
  const char* name;
  const char* kind;
  const char* twin;
  const char* configuration;
  const char* carrier;
};

constexpr Case kCases[] = {
#include "matrix_cases.inc"
};

#ifdef HEDDLE_TEST_TWIN_EXECUTIONS
constexpr const char* kTwinExecutions = HEDDLE_TEST_TWIN_EXECUTIONS;
constexpr const char* kTwinExecutionsOnThreads = HEDDLE_TEST_TWIN_EXECUTIONS;
#else
constexpr const char* kTwinExecutions = HEDDLE_FULL_TESTS ? "10000" : "300";
constexpr const char* kTwinExecutionsOnThreads = HEDDLE_FULL_TESTS ? "1000" : "100";  // these are slow
#endif

// What the program reads; only stdin_sum reads anything.
constexpr const char* kInput = "1 2 3 4 5 6\n";

std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name = std::string(info.param.name) + "_" + info.param.configuration + "_" + info.param.carrier;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

class Matrix : public ::testing::TestWithParam<Case> {
 protected:
  Workplace workplace_;
};

TEST_P(Matrix, BugIsFoundAndReplayed) {
  const auto [name, kind, twin, configuration, carrier] = GetParam();
  // A deadline of a second has to pass although another thread could go on.
  const char* stall = std::string(name) == "adaptive_timedlock" ? "any" : "100ms";
  const Outcome search = workplace_.run_heddle(
      {"run", "--quiet", "--executions", "20000", "--time", "60s", "--seed", "1", "--carrier", carrier,
       "--stall", stall, "--json", "copy.json", "--out", "results", "--", program(name, configuration)},
      kInput);
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace_.json("copy.json");
  EXPECT_EQ(results, workplace_.results("results"));
  // Races come after the failure.
  ASSERT_GE(results.at("bugs").size(), 1) << results.dump(2);
  for (std::size_t i = 1; i < results.at("bugs").size(); ++i)
    EXPECT_EQ(results.at("bugs").at(i).at("kind"), "data-race") << results.dump(2);
  const Json& bug = results.at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), kind) << describe(search);
  EXPECT_EQ(bug.at("stable"), true) << describe(search);

  const bool always = std::string(name) == "always_fails";
  EXPECT_EQ(results.at("fails_always"), always);
  EXPECT_EQ(search.out.find("probably no concurrency bug") != std::string::npos, always) << search.out;

  const Outcome replay = workplace_.run_heddle({"replay", "results/" + std::string(bug.at("schedule"))});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
}

TEST_P(Matrix, TwinPasses) {
  const auto [name, kind, twin, configuration, carrier] = GetParam();
  const char* executions = carrier == std::string("threads") ? kTwinExecutionsOnThreads : kTwinExecutions;
  // What is volatile is not atomic: those have races, but nothing else.
  const char* races = std::string(name).starts_with("volatile") ? "ignore" : "report";
  const Outcome search =
      workplace_.run_heddle({"run", "--executions", executions, "--time", "10m", "--carrier", carrier,
                             "--races", races, "--", program(twin, configuration)},
                            kInput);
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_EQ(workplace_.results().at("executions"), std::stoi(executions)) << describe(search);
}

#if HEDDLE_FULL_TESTS
// An older value is no excuse: what its locks and atomics order is right under the C++ memory model, too.
TEST_P(Matrix, TwinPassesUnderTheCppMemoryModel) {
  const auto [name, kind, twin, configuration, carrier] = GetParam();
  if (carrier == std::string("threads")) GTEST_SKIP() << "the same executions";
  const char* races = std::string(name).starts_with("volatile") ? "ignore" : "report";
  const Outcome search = workplace_.run_heddle({"run", "--memory", "c++", "--executions", "2000", "--time",
                                                "10m", "--races", races, "--", program(twin, configuration)},
                                               kInput);
  EXPECT_EQ(search.status, 0) << describe(search);
}
#endif

class Isolated : public Matrix {};

// Each program once, whatever carries it elsewhere; those that take long if asked for. When the child process
// of child_taken ends is no choice of ours.
std::vector<Case> cases_to_isolate() {
  const std::set<std::string> slow = {"partial_deadlock_heartbeat", "recursive_timed_leak", "sleeping_poll"};
  std::vector<Case> cases;
  for (const Case& each : kCases) {
    const bool is_wanted =
        HEDDLE_FULL_TESTS ? each.carrier == std::string("contexts") : !slow.contains(each.name);
    if (is_wanted && each.name != std::string("child_taken")) cases.push_back(each);
  }
  return cases;
}

// The same executions with the same events, whether memory is restored or processes are forked.
TEST_P(Isolated, RestoredAndForkedAreTheSame) {
  const auto [name, kind, twin, configuration, carrier] = GetParam();
  for (const std::string each : {name, twin}) {
    for (const char* seed : {"1", "2"}) {
      std::vector<Json> results;
      for (const std::string isolation : {"restore", "fork", "first-thread"}) {
        std::vector<std::string> words{"run",
                                       "--quiet",
                                       "--digest",
                                       "--until",
                                       "budget",
                                       "--executions",
                                       HEDDLE_FULL_TESTS ? "100" : "20",
                                       "--time",
                                       "10m",
                                       "--seed",
                                       seed,
                                       "--out",
                                       isolation};
        if (isolation == "first-thread")
          words.insert(words.end(), {"--snapshot", isolation});
        else
          words.insert(words.end(), {"--isolation", isolation});
        if (!HEDDLE_FULL_TESTS) words.push_back("--no-shrink");
        words.insert(words.end(), {"--", program(each, configuration)});
        const Outcome search = workplace_.run_heddle(words, kInput);
        EXPECT_LE(search.status, 1) << describe(search);
        EXPECT_THAT(search.out, Not(HasSubstr("went differently"))) << describe(search);
        results.push_back(workplace_.results(isolation));
        forget_time(results.back());
        for (Json& bug : results.back()["bugs"]) bug.erase("depth");  // measured within some seconds
      }
      EXPECT_EQ(results[0], results[1]) << each << ", seed " << seed;
      EXPECT_EQ(results[0], results[2]) << each << ", seed " << seed << ", without its set-up";
      if (!HEDDLE_FULL_TESTS) break;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, Matrix, ::testing::ValuesIn(kCases), case_name);
INSTANTIATE_TEST_SUITE_P(Programs, Isolated, ::testing::ValuesIn(cases_to_isolate()), case_name);

}  // namespace
}  // namespace heddle::e2e
