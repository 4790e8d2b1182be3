// --memory c++: lock-free algorithms with one memory order too weak fail, and repaired they do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <iterator>
#include <regex>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {

namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> subjects() {
  const Outcome listed = run({.words = {HEDDLE_TEST_CASES}});
  std::istringstream lines(listed.out);
  std::vector<std::string> names;
  for (std::string line; std::getline(lines, line);) names.push_back(line);
  return names;
}

Outcome search(const Workplace& here, const std::vector<std::string>& options,
               const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"run", "--memory", "c++", "--quiet"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", HEDDLE_TEST_CASES});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return here.run_heddle(words);
}

}  // namespace

// In make check a part of them, by one search each.
TEST(MemoryModel, FindsOrdersThatAreTooWeak) {
  const std::vector<std::string> names = subjects();
  ASSERT_EQ(names.size(), 36u);
  for (std::size_t i = 0; i < names.size(); i += HEDDLE_FULL_TESTS ? 1 : 5)
    for (int seed = 1; seed <= (HEDDLE_FULL_TESTS ? 20 : 1); ++seed) {
      const Workplace here;
      const Outcome weak =
          search(here, {"--executions", "10000", "--no-shrink", "--seed", std::to_string(seed)}, {names[i]});
      EXPECT_EQ(weak.status, 1) << names[i] << describe(weak);
    }
}

TEST(MemoryModel, FindsNothingInRepairedAlgorithms) {
  const std::vector<std::string> names = subjects();
  for (std::size_t i = 0; i < names.size(); i += HEDDLE_FULL_TESTS ? 1 : 5) {
    const Workplace here;
    const Outcome repaired =
        search(here, {"--executions", HEDDLE_FULL_TESTS ? "100000" : "300"}, {names[i], "repaired"});
    EXPECT_EQ(repaired.status, 0) << names[i] << describe(repaired);
  }
}

namespace {

// How many communications each bug needs. Without double-checked-* and reference-count, whose bugs are data
// races and not counted by executions, and two-plus-two-writes, which is about where stores go.
struct Needs {
  const char* subject;
  unsigned communications;
};
constexpr Needs kNeeds[] = {{"message-passing-store", 1},
                            {"message-passing-load", 1},
                            {"release-fence", 1},
                            {"acquire-fence", 1},
                            {"store-buffering", 0},
                            {"fenced-store-buffering", 0},
                            {"iriw", 2},
                            {"causality", 2},
                            {"relay", 2},
                            {"spin-lock-lock", 0},
                            {"spin-lock-unlock", 0},
                            {"ticket-lock-serve", 0},
                            {"ticket-lock-wait", 0},
                            {"dekker", 0},
                            {"peterson", 0},
                            {"read-write-lock", 1},
                            {"seqlock-writer", 1},
                            {"seqlock-reader", 1},
                            {"rcu-pointer", 1},
                            {"sense-barrier", 0},
                            {"treiber-push", 1},
                            {"treiber-pop", 1},
                            {"michael-scott-link", 1},
                            {"michael-scott-follow", 1},
                            {"chase-lev-take", 1},
                            {"chase-lev-push", 1},
                            {"ring-buffer-store", 1},
                            {"ring-buffer-load", 1},
                            {"bounded-queue", 1},
                            {"hazard-pointer", 1},
                            {"left-right", 1},
                            {"sleeping-consumer", 0}};

// k, as `heddle guarantee` says.
double atomic_reads_of(const Workplace& here, const std::string& subject) {
  const Outcome outcome = here.run_heddle({"guarantee", "--depth", "1", "--", HEDDLE_TEST_CASES, subject});
  const std::string text = std::regex_replace(outcome.out, std::regex("\\s+"), " ");
  std::smatch found;
  EXPECT_TRUE(std::regex_search(text, found, std::regex("and ([0-9]+) atomic reads"))) << describe(outcome);
  return found.empty() ? 1 : std::stod(found[1]);
}

// The lower tail of the binomial distribution, exactly.
double chance_of_so_few(std::uint64_t successes, std::uint64_t tries, double probability) {
  if (probability >= 1) return successes == tries ? 1 : 0;
  const auto n = static_cast<double>(tries);
  double sum = 0;
  for (std::uint64_t i = 0; i <= successes && sum < 0.5; ++i) {
    const auto k = static_cast<double>(i);
    sum += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) +
                    k * std::log(probability) + (n - k) * std::log1p(-probability));
  }
  return sum;
}

}  // namespace

TEST(MemoryModel, PctwmKeepsItsGuarantee) {
  constexpr double kStores = 2;
  for (std::size_t i = 0; i < std::size(kNeeds); i += HEDDLE_FULL_TESTS ? 1 : 8) {
    const Needs& each = kNeeds[i];
    const Workplace here;
    const double least =
        std::pow(kStores * atomic_reads_of(here, each.subject), -double(each.communications));
    const Outcome outcome =
        search(here,
               {"--strategy", "pctwm:depth=" + std::to_string(each.communications), "--races", "ignore",
                "--until", "budget", "--no-shrink", "--executions", HEDDLE_FULL_TESTS ? "10000" : "500"},
               {each.subject});
    const Json results = here.results();
    std::uint64_t failed = 0;
    for (const Json& bug : results.at("bugs")) failed += std::uint64_t{bug.at("times")};
    EXPECT_GT(chance_of_so_few(failed, results.at("executions"), least), 1e-6)
        << each.subject << ": " << failed << " of " << results.at("executions") << ", at least " << least
        << describe(outcome);
  }
}

TEST(MemoryModel, AThousandReplaysAreTheSame) {
  if (!HEDDLE_FULL_TESTS) GTEST_SKIP();
  for (const std::string& name : subjects()) {
    const Workplace here;
    const Outcome found = search(here, {"--executions", "10000", "--no-shrink"}, {name});
    ASSERT_EQ(found.status, 1) << name << describe(found);
    Command command = here.heddle({"replay", "--repeat", "1000", "heddle-out/bug-1.schedule"});
    command.timeout = std::chrono::minutes(10);
    const Outcome replays = run(command);
    EXPECT_EQ(replays.status, 1) << name << describe(replays);
    EXPECT_THAT(replays.out, HasSubstr("1000 of 1000 replays were identical")) << name;
  }
}

// What is not the newest is told as what it is.
TEST(MemoryModel, OvertakenStoresAndFailingExchangesAreTold) {
  const Workplace here;
  const auto one_line = [](const Outcome& outcome) {
    return std::regex_replace(outcome.out, std::regex("\\s+"), " ");
  };
  const Outcome overtaken = search(here, {"--executions", "10000"}, {"two-plus-two-writes"});
  EXPECT_THAT(one_line(overtaken),
              ContainsRegex("1 overtaken store (and [0-9]+ context switch(es)? are|is) enough"));
  EXPECT_EQ(here.results().at("bugs").at(0).at("overtaken_stores"), 1);
  EXPECT_FALSE(here.results().at("bugs").at(0).contains("stale_reads"));
  const Outcome explained = here.run_heddle({"explain", "heddle-out/bug-1.schedule"});
  EXPECT_THAT(one_line(explained),
              AllOf(HasSubstr("(overtaken)"), HasSubstr("comes before what is there in modification order"),
                    HasSubstr("nothing orders the two stores")))
      << describe(explained);
}

TEST(MemoryModel, SequentialConsistencyShowsNone) {
  const Workplace here;
  const Outcome outcome = here.run_heddle({"run", "--memory", "sc", "--executions", "500", "--quiet", "--",
                                           HEDDLE_TEST_CASES, "message-passing-store"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
}

TEST(MemoryModel, StaleReadsReplayAndAreExplained) {
  const Workplace here;
  const Outcome found = search(here, {"--executions", "10000"}, {"message-passing-store"});
  EXPECT_EQ(found.status, 1) << describe(found);
  EXPECT_THAT(found.out, HasSubstr("needs weak memory: ")) << describe(found);
  EXPECT_THAT(here.read("heddle-out/bug-1.schedule"),
              AllOf(HasSubstr("heddle schedule 2\n"), HasSubstr("memory c++\n"), HasSubstr("~")));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(here.run_heddle({"replay", "heddle-out/bug-1.schedule"}).status, 1);
  const Outcome explained = here.run_heddle({"explain", "heddle-out/bug-1.schedule"});
  // Lines are broken where the folder's name says.
  EXPECT_THAT(std::regex_replace(explained.out, std::regex("\\s+"), " "),
              AllOf(HasSubstr("(older)"), HasSubstr("sees an older value of"),
                    HasSubstr("A release store at"), HasSubstr("would order them.")))
      << describe(explained);
}

// What the report says is missing is tried.
TEST(MemoryModel, TellsWhetherTheMissingOrdersAreEnough) {
  const Workplace here;
  const auto one_line = [](const Outcome& outcome) {
    return std::regex_replace(outcome.out, std::regex("\\s+"), " ");
  };
  const Outcome one = search(here, {"--executions", "10000"}, {"message-passing-store"});
  EXPECT_THAT(one_line(one), ContainsRegex("with a release store at [^ ]*weak_orders.cc:[0-9]+, "
                                           "[0-9,]+ executions? did not show it"));
  EXPECT_EQ(here.results().at("bugs").at(0).at("missing_orders").at("fails_nevertheless"), false);

  const Outcome two = search(here, {"--executions", "10000"}, {"two-flags"});
  EXPECT_THAT(
      one_line(two),
      ContainsRegex("a release store at [^ ]*weak_orders.cc:[0-9]+ and an acquire load at "
                    "[^ ]*weak_orders.cc:[0-9]+ would not be enough: execution [0-9,]+ showed it again"));
  EXPECT_EQ(here.results().at("bugs").at(0).at("missing_orders").at("fails_nevertheless"), true);
}

// The search meets it with an older value; the report has none.
TEST(MemoryModel, BugsThatNeedNoWeakMemoryAreToldWithoutIt) {
  const Workplace here;
  for (const char* seed : {"1", "2", "3"}) {
    const Outcome found = search(here, {"--strategy", "pctwm", "--seed", seed}, {"lost-update"});
    EXPECT_EQ(found.status, 1) << describe(found);
    EXPECT_THAT(found.out, Not(AnyOf(HasSubstr("weak memory"), HasSubstr("stale")))) << describe(found);
    EXPECT_EQ(here.run_heddle({"replay", "heddle-out/bug-1.schedule"}).status, 1);
  }
}

// --memory auto: the model is that of C++ once the program has shown a weaker order.
TEST(MemoryModel, AutoIsWhatTheProgramNeeds) {
  const Workplace here;
  const auto explored = [&](const std::vector<std::string>& options,
                            const std::vector<std::string>& program) {
    std::vector<std::string> words = {"run", "--memory", "auto", "--quiet", "--executions", "2000"};
    words.insert(words.end(), options.begin(), options.end());
    words.push_back("--");
    words.insert(words.end(), program.begin(), program.end());
    return here.run_heddle(words);
  };
  for (const char* jobs : {"1", "2"}) {
    const Outcome weak = explored({"--jobs", jobs}, {HEDDLE_TEST_CASES, "message-passing-store"});
    EXPECT_EQ(weak.status, 1) << describe(weak);
    EXPECT_EQ(here.results().at("memory"), "c++");
    EXPECT_THAT(here.read("heddle-out/bug-1.schedule"), HasSubstr("memory c++\n"));
    EXPECT_EQ(here.run_heddle({"replay", "heddle-out/bug-1.schedule"}).status, 1);
  }
  const Outcome repaired = explored({"--strategy", "dfs", "--races", "ignore", "--executions", "200000"},
                                    {HEDDLE_TEST_CASES, "message-passing-store", "repaired"});
  EXPECT_EQ(repaired.status, 0) << describe(repaired);
  EXPECT_THAT(repaired.out, HasSubstr("the C++ memory model without load buffering"));

  const Outcome strong = explored({}, {program("lost_update_fixed")});
  EXPECT_EQ(strong.status, 0) << describe(strong);
  EXPECT_THAT(std::regex_replace(strong.out, std::regex("\\s+"), " "),
              AllOf(HasSubstr("sequentially consistent interleavings"),
                    HasSubstr("No atomic operation was weaker than seq_cst")));
  EXPECT_EQ(here.results().at("memory"), "sc");
  const Outcome by_mcr = explored({"--strategy", "mcr"}, {program("lost_update_fixed")});
  EXPECT_EQ(by_mcr.status, 0) << describe(by_mcr);
}

TEST(MemoryModel, DfsProvesARepairedAlgorithm) {
  const Workplace here;
  const Outcome proven = search(here, {"--strategy", "dfs", "--executions", "200000", "--races", "ignore"},
                                {"message-passing-store", "repaired"});
  EXPECT_EQ(proven.status, 0) << describe(proven);
  EXPECT_THAT(proven.out + proven.err, HasSubstr("the C++ memory model without load buffering"));
}

TEST(MemoryModel, PctwmHasAGuarantee) {
  const Workplace here;
  const Outcome weak =
      here.run_heddle({"guarantee", "--depth", "2", "--", HEDDLE_TEST_CASES, "store-buffering"});
  EXPECT_EQ(weak.status, 0) << describe(weak);
  EXPECT_THAT(weak.out, AllOf(HasSubstr("pctwm, atomic reads"), HasSubstr("(k h)^2")));
  const Outcome sequential =
      here.run_heddle({"guarantee", "--depth", "2", "--", program("lost_update_fixed")});
  EXPECT_THAT(sequential.out, Not(HasSubstr("pctwm")));
}

TEST(MemoryModel, WrongUseIsTold) {
  const Workplace here;
  const Outcome other = here.run_heddle({"run", "--memory", "tso", "--", HEDDLE_TEST_CASES});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("choose sc, c++ or auto"));
  EXPECT_EQ(here.run_heddle({"run", "--memory", "c++", "--strategy", "mcr", "--", HEDDLE_TEST_CASES}).status,
            2);
}

}  // namespace heddle::e2e
