// --memory c++: lock-free algorithms with one memory order too weak fail, and repaired they do not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
