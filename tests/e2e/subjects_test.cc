// The deadlocks of subjects/: each is found, is as large as the paper says, and fails again when it is
// replayed. The repaired twins of all subjects pass under every strategy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include "support/workplace.h"

namespace heddle::e2e::subjects_test {
namespace {

using ::testing::HasSubstr;

struct Subject {
  const char* name;
  int threads;  // of the program, main included
  int in_deadlock;
  int events;  // k; where the paper counts lock operations only, with the 8 events of two threads' lives
  int depth;
  int executions;       // of a search that finds the deadlock and also passes
  int twin_executions;  // under each strategy
};

constexpr int kThreadEvents = 8;  // create, start, end, join

// Tables 1 and 2 of the RPro paper; D1 and D2 are its Figures 1 and 2.
constexpr Subject kSubjects[] = {
    {"d1", 3, 2, 8 + kThreadEvents, 2, 1000, 300},
    {"d2", 3, 2, 18 + kThreadEvents, 3, 3000, 300},
    {"jdbc-1", 3, 2, 5090, 3, 500, 30},
    {"jdbc-2", 3, 2, 5088, 3, 500, 30},
    {"jdbc-3", 3, 2, 5050, 3, 500, 30},
    {"jdbc-4", 3, 2, 5080, 3, 500, 30},
    {"hawknl", 3, 2, 33, 3, 1000, 300},
    {"sqlite", 3, 2, 16 + kThreadEvents, 3, 1000, 300},
    {"mysql-1", 16, 2, 19300, 3, 100, 10},
    {"mysql-2", 17, 2, 15066, 3, 100, 10},
    {"mysql-3", 22, 2, 406117, 6, 10, 1},
    {"mysql-4", 19, 3, 444621, 3, 10, 1},
};

std::string subject(const std::string& name) {
  return std::string(HEDDLE_TEST_SUBJECTS) + "/" + name;
}

std::string executions(int count) {
  return std::to_string(HEDDLE_FULL_TESTS ? 10 * count : count);
}

// Threads that hold one lock and wait for another one; the rest of them wait for these.
auto threads_in(const Json& bug) {
  const Json& threads = bug.at("threads");
  return std::count_if(threads.begin(), threads.end(), [](const Json& thread) {
    return thread.at("state") == "blocked" && thread.at("operation") == "lock" && !thread.at("holds").empty();
  });
}

int failures_of(const Json& results) {
  int failures = 0;
  for (const Json& bug : results.at("bugs")) failures += bug.at("times").get<int>();
  return failures;
}

class Subjects : public ::testing::TestWithParam<Subject> {
 protected:
  Workplace workplace_;
};

// Those whose guarantee is large enough to be measured.
class SmallSubjects : public Subjects {};

std::vector<Subject> small_subjects() {
  std::vector<Subject> small;
  for (const Subject& each : kSubjects)
    if (each.events <= 100) small.push_back(each);
  return small;
}

std::string test_name(const ::testing::TestParamInfo<Subject>& each) {
  std::string name = each.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

// The first executions of rpro are random walks, which find what it does not find in so few. The others pass.
TEST_P(Subjects, DeadlockOnSomeSchedules) {
  const Subject& each = GetParam();
  const std::string count = executions(each.executions);
  const Outcome search = workplace_.run_heddle(
      {"run", "--quiet", "--until", "budget", "--executions", count, "--time", "10m", "--strategy",
       "rpro:depth=" + std::to_string(each.depth), "--out", "results", "--", subject(each.name)});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace_.results("results");
  EXPECT_EQ(results.at("executions"), std::stoi(count));
  for (const Json& bug : results.at("bugs")) {
    EXPECT_EQ(bug.at("kind"), "deadlock") << bug.dump(2);
    EXPECT_EQ(bug.at("stable"), true) << bug.dump(2);
    EXPECT_EQ(threads_in(bug), each.in_deadlock) << bug.dump(2);
  }
  EXPECT_LT(failures_of(results), std::stoi(count));

  const std::string schedule = results.at("bugs").at(0).at("schedule");
  const Outcome replay = workplace_.run_heddle({"replay", "results/" + schedule});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
}

// One change of priority less than its depth, and nothing fails but the first four executions, random walks.
TEST_P(Subjects, HaveTheirDepth) {
  const Subject& each = GetParam();
  const std::string strategy = "pct:depth=" + std::to_string(each.depth - 1) +
                               ",n=" + std::to_string(each.threads) + ",k=" + std::to_string(each.events) +
                               ",events=sync";
  std::vector<int> failures;
  for (const std::string& count : {std::string("4"), executions(each.executions)}) {
    const Outcome search =
        workplace_.run_heddle({"run", "--quiet", "--until", "budget", "--executions", count, "--time", "10m",
                               "--strategy", strategy, "--out", count, "--", subject(each.name)});
    EXPECT_LE(search.status, 1) << describe(search);
    failures.push_back(failures_of(workplace_.results(count)));
  }
  EXPECT_EQ(failures[0], failures[1]);
}

// A twin locks as often, and its executions are whole; only SQLite's takes its auxiliary mutex once more.
TEST_P(Subjects, AreAsLargeAsInThePaper) {
  const Subject& each = GetParam();
  const std::string measured =
      each.name == std::string("sqlite") ? "sqlite" : each.name + std::string("-fixed");
  const Outcome search = workplace_.run_heddle({"run", "--quiet", "--until", "budget", "--executions", "4",
                                                "--strategy", "pct", "--", subject(measured)});
  EXPECT_LE(search.status, 1) << describe(search);
  const Json size = workplace_.results().at("size");
  EXPECT_EQ(size.at("threads"), each.threads);
  EXPECT_NEAR(size.at("sync_events").get<double>(), each.events, 0.05 * each.events);
}

// The probability of so many hits or fewer.
double binomial_at_most(int hits, int executions, double probability) {
  double sum = 0;
  for (int i = 0; i <= hits; ++i)
    sum += std::exp(std::lgamma(executions + 1.0) - std::lgamma(i + 1.0) - std::lgamma(executions - i + 1.0) +
                    i * std::log(probability) + (executions - i) * std::log1p(-probability));
  return sum;
}

// The radius is not below that of the deadlocks.
TEST_P(SmallSubjects, KeepTheGuarantee) {
  const Subject& each = GetParam();
  constexpr int kRadius = 10;
  constexpr int kExecutions = HEDDLE_FULL_TESTS ? 100'000 : 10'000;
  const auto search = [&](const std::string& strategy, int count) {
    const Outcome outcome =
        workplace_.run_heddle({"run", "--quiet", "--until", "budget", "--granularity", "sync", "--executions",
                               std::to_string(count), "--time", "10m", "--strategy", strategy, "--out",
                               "results", "--", subject(each.name)});
    EXPECT_LE(outcome.status, 1) << describe(outcome);
    return workplace_.results("results");
  };
  const Json size = search("pct:depth=1", 40).at("size");
  const double n = size.at("threads"), k = size.at("sync_events"), acquisitions = size.at("acquisitions");
  const std::string depth = "depth=" + std::to_string(each.depth);
  const double others = std::min(2.0 * kRadius, acquisitions);
  const struct {
    std::string strategy;
    double guaranteed;
  } cases[] = {{"pct:events=sync," + depth, 1 / (n * std::pow(k, each.depth - 1))},
               {"rpro:radius=" + std::to_string(kRadius) + "," + depth,
                1 / (n * acquisitions * std::pow(others, each.depth - 2))}};
  constexpr int kWalks = 4;  // that come first
  for (const auto& [strategy, guaranteed] : cases) {
    const int found =
        failures_of(search(strategy, kExecutions + kWalks)) - failures_of(search(strategy, kWalks));
    EXPECT_GE(binomial_at_most(found, kExecutions, guaranteed), 0.001)
        << strategy << ": " << found << " of " << kExecutions << ", guaranteed " << guaranteed;
  }
}

TEST_P(Subjects, TwinPasses) {
  const Subject& each = GetParam();
  const std::string count = executions(each.twin_executions);
  const std::vector<std::string> strategies = workplace_.strategies();
  EXPECT_GE(strategies.size(), 12);
  for (const std::string& strategy : strategies) {
    // They run long prefixes again and again, or think for long.
    const bool is_slow = strategy == "ars" || strategy == "hars" || strategy == "mcr";
    const char* const time = !is_slow ? "10m" : HEDDLE_FULL_TESTS ? "2s" : "1s";
    const Outcome search = workplace_.run_heddle({"run", "--quiet", "--executions", count, "--time", time,
                                                  "--strategy", strategy, "--out", strategy, "--",
                                                  subject(each.name + std::string("-fixed"))});
    EXPECT_EQ(search.status, 0) << strategy << ": " << describe(search);
    EXPECT_TRUE(workplace_.results(strategy).at("bugs").empty()) << strategy;
  }
}

// One of each family, but for the largest; all if asked for.
std::vector<Subject> tested_subjects() {
  std::vector<Subject> tested;
  for (const Subject& each : kSubjects) {
    const std::string name = each.name;
    const bool is_another = name.find('-') != std::string::npos && !name.ends_with("-1");
    if (HEDDLE_FULL_TESTS || (!is_another && name != "mysql-1")) tested.push_back(each);
  }
  return tested;
}

INSTANTIATE_TEST_SUITE_P(Of, Subjects, ::testing::ValuesIn(tested_subjects()), test_name);
INSTANTIATE_TEST_SUITE_P(Of, SmallSubjects, ::testing::ValuesIn(small_subjects()), test_name);

// All others, from the folder: their twins have neither failures nor data races.
std::vector<std::string> other_twins() {
  std::vector<std::string> names;
  for (const auto& each : std::filesystem::directory_iterator(HEDDLE_TEST_SUBJECTS)) {
    const std::string name = each.path().filename();
    const bool is_here = std::any_of(std::begin(kSubjects), std::end(kSubjects), [&](const Subject& known) {
      return name == known.name + std::string("-fixed");
    });
    if (name.ends_with("-fixed") && !is_here) names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

class Twins : public ::testing::TestWithParam<std::string> {};

// In turn, so that every strategy meets some of them; all if asked for.
TEST_P(Twins, PassUnderEveryStrategy) {
  const Workplace workplace;
  const std::vector<std::string> strategies = workplace.strategies(), twins = other_twins();
  const auto number =
      static_cast<std::size_t>(std::find(twins.begin(), twins.end(), GetParam()) - twins.begin());
  constexpr std::size_t kInTurn = 8;
  for (std::size_t i = 0; i < strategies.size(); ++i) {
    if (!HEDDLE_FULL_TESTS && i % kInTurn != number % kInTurn) continue;
    const Outcome search = workplace.run_heddle(
        {"run", "--quiet", "--executions", HEDDLE_FULL_TESTS ? "1000" : "100", "--time",
         HEDDLE_FULL_TESTS ? "10s" : "2s", "--strategy", strategies[i], "--", subject(GetParam())});
    EXPECT_EQ(search.status, 0) << strategies[i] << ": " << describe(search);
    EXPECT_TRUE(workplace.results().at("bugs").empty()) << strategies[i];
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Twins, ::testing::ValuesIn(other_twins()), [](const auto& each) {
  std::string name = each.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace heddle::e2e::subjects_test
