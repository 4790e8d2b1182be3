// `heddle test --known`: a run fails for new bugs only.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::vector<std::string> kSome = {"--executions", "100",      "--time",
                                        "1m",           "--filter", "Counter.*:Locks.*"};

std::vector<std::string> with(std::vector<std::string> options, const std::vector<std::string>& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

TEST(Known, BugsDoNotFailARun) {
  const Workplace workplace;
  const std::vector<std::string> known = with(kSome, {"--known", "known.json"});
  EXPECT_EQ(run_tests(workplace, "gtest_cases", known).status, 2);  // there is no such file yet
  const Outcome update = run_tests(workplace, "gtest_cases", with(known, {"--update-known"}));
  EXPECT_EQ(update.status, 0) << describe(update);
  EXPECT_EQ(workplace.json("known.json").at("known").size(), 2u) << workplace.read("known.json");

  // Another seed finds them by other schedules; still they are the same.
  const Outcome again = run_tests(workplace, "gtest_cases", with(known, {"--seed", "7"}));
  EXPECT_EQ(again.status, 0) << describe(again) << workplace.read("known.json");
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("verdict"), "known");
  EXPECT_EQ(tests.at("Locks.AreTakenInTwoOrders").at("verdict"), "known");
  // A known bug does not end the search for others.
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("executions"), 100);
}

TEST(Known, NewBugsFailARun) {
  const Workplace workplace;
  const std::vector<std::string> known = {"--executions", "100", "--known", "known.json"};
  run_tests(workplace, "gtest_cases", with(known, {"--update-known", "--filter", "Counter.*"}));
  const Outcome outcome = run_tests(workplace, "gtest_cases", with(known, {"--filter", "Counter.*:Locks.*"}));
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("Counter.LosesUpdates").at("verdict"), "known");
  EXPECT_EQ(tests.at("Locks.AreTakenInTwoOrders").at("verdict"), "failed");
}

TEST(Known, WhatIsNotSeenIsMentioned) {
  const Workplace workplace;
  workplace.write("known.json",
                  R"({"version": 1, "known": [{"test": "Counter.AddsInOneStep", "kind": "deadlock",
                      "functions": "f", "message": "deadlock"}]})");
  const Outcome outcome = run_tests(workplace, "gtest_cases",
                                    {"--executions", "50", "--known", "known.json", "--filter", "*OneStep"});
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Known, but not seen this time: Counter.AddsInOneStep (deadlock in f)"));
  run_tests(workplace, "gtest_cases",
            {"--executions", "50", "--known", "known.json", "--update-known", "--filter", "*OneStep"});
  EXPECT_THAT(workplace.read("known.json"), Not(HasSubstr("AddsInOneStep")));
}

TEST(Known, DamagedFilesAreWrongUse) {
  const Workplace workplace;
  workplace.write("known.json", "no JSON");
  const Outcome outcome = run_tests(workplace, "gtest_cases", {"--known", "known.json"});
  EXPECT_EQ(outcome.status, 2);
  EXPECT_THAT(outcome.err, HasSubstr("known.json is no file of known bugs"));
  EXPECT_EQ(run_tests(workplace, "gtest_cases", {"--update-known"}).status, 2);
}

}  // namespace
}  // namespace heddle::e2e
