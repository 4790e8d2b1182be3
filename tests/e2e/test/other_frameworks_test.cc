// Unmodified programs of doctest and Boost.Test, which catch signals and exceptions themselves: every test
// gets its verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

const std::vector<std::string> kBudget = {"--executions", "100", "--time", "1m", "--no-shrink"};

constexpr ExpectedVerdict kDoctestTests[] = {
    {"a counter adds in one step", "passed"},
    {"a counter, which loses updates", "failed", "exit-status"},
    {"one order", "passed"},
    {"two orders", "failed", "deadlock"},
    {"a worker starts late", "passed"},
    {"a worker starts early", "failed", "crash"},
    {"memory\\is raced", "failed", "data-race"},
    {"tokens run out", "failed", "uncaught-exception"},
    {"a section is shared", "failed", "assertion"},
    {"a thread checks", "failed", "exit-status"},
    {"a thread requires", "failed", "uncaught-exception"},
    {"a queue keeps all", "passed"},
    {"no threads<int>", "no-threads"},
    {"no threads<long int>", "no-threads"},
    {"always wrong", "failed", "exit-status", true},
    {"star*", "passed"},
    {"starry", "failed", "exit-status"},
    {"same", "failed", "exit-status"},
    {"same #2", "passed"},
    {"left out", "skipped"},
    {"may fail", "passed"},
};

constexpr ExpectedVerdict kBoostTests[] = {
    {"Counter/adds_in_one_step", "passed"},
    {"Counter/loses_updates", "failed", "exit-status"},
    {"Counter/Inner/requires_all", "failed", "exit-status"},
    {"one_order", "passed"},
    {"two_orders", "failed", "deadlock"},
    {"worker_starts_late", "passed"},
    {"worker_starts_early", "failed", "crash"},
    {"memory_is_raced", "failed", "data-race"},
    {"tokens_run_out", "failed", "uncaught-exception"},
    {"section_is_shared", "failed", "assertion"},
    {"thread_requires", "failed", "uncaught-exception"},
    {"queue_keeps_all/_0", "passed"},
    {"queue_keeps_all/_1", "passed"},
    {"no_threads<int>", "no-threads"},
    {"no_threads<std__vector<int_ std__allocator<int>>>", "no-threads"},
    {"always_wrong", "failed", "exit-status", true},
    {"left_out", "skipped"},
    {"needs_a_device", "skipped"},
};

Json bug_of(const Json& results, const std::string& test) {
  return tests_by_name(results).at(test).at("bugs").at(0);
}

TEST(OtherFrameworks, Doctest) {
  const Workplace workplace;
  const Outcome outcome = run_tests(workplace, "doctest_cases", kBudget);
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("framework"), "doctest");
  expect_verdicts(kDoctestTests, results);
  expect_replays(workplace, results);
  const Json lost = bug_of(results, "a counter, which loses updates");
  EXPECT_EQ(lost.at("message"),
            "CHECK( count_to_two(Code::kBuggy) == 2 ) is NOT correct! values: CHECK( 1 == 2 )");
  EXPECT_THAT(lost.at("site").get<std::string>(), HasSubstr("doctest_cases.cc:"));
  // Where the pointer is followed, not in doctest's handler.
  EXPECT_THAT(bug_of(results, "a worker starts early").at("file").get<std::string>(),
              HasSubstr("scenarios.h"));
  EXPECT_THAT(bug_of(results, "a thread requires").at("message").get<std::string>(),
              HasSubstr("REQUIRE( turn == 1 ) is NOT correct!"));
  EXPECT_THAT(bug_of(results, "always wrong").at("message").get<std::string>(), HasSubstr("as ever"));
}

TEST(OtherFrameworks, BoostTest) {
  const Workplace workplace;
  const Outcome outcome = run_tests(workplace, "boost_cases", kBudget);
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("framework"), "Boost.Test");
  expect_verdicts(kBoostTests, results);
  expect_replays(workplace, results);
  const Json lost = bug_of(results, "Counter/loses_updates");
  EXPECT_EQ(lost.at("message"), "check count_to_two(Code::kBuggy) == 2 has failed [1 != 2]");
  EXPECT_THAT(lost.at("site").get<std::string>(), HasSubstr("boost_cases.cc:"));
  EXPECT_THAT(bug_of(results, "worker_starts_early").at("file").get<std::string>(), HasSubstr("scenarios.h"));
  EXPECT_EQ(bug_of(results, "thread_requires").at("message"), "not its turn");
  EXPECT_THAT(outcome.out, HasSubstr("skipped itself: a precondition was not met"));
}

TEST(OtherFrameworks, BoostTestAsALibrary) {
  const Workplace workplace;
  const Outcome outcome =
      run_tests(workplace, "boost_cases_as_it_is",
                {"--executions", "200", "--time", "1m", "--filter", "one_order:two_orders:no_threads<int>"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  const auto tests = tests_by_name(workplace.results());
  EXPECT_EQ(tests.at("one_order").at("verdict"), "passed");
  EXPECT_EQ(tests.at("two_orders").at("verdict"), "failed");
  EXPECT_EQ(tests.at("no_threads<int>").at("verdict"), "no-threads");
}

TEST(OtherFrameworks, WhatTheyLeaveOut) {
  const Workplace workplace;
  for (const auto& [binary, test] :
       {std::pair("doctest_cases", "left out"), std::pair("boost_cases", "left_out")}) {
    const Outcome outcome = run_tests(workplace, binary, {"--hidden", "--no-shrink", "--filter", test});
    EXPECT_EQ(outcome.status, 1) << describe(outcome);
    EXPECT_EQ(workplace.results().at("tests").at(0).at("verdict"), "failed");
  }
}

// A filter of doctest's own would run other tests, too.
TEST(OtherFrameworks, SelectionByTheirOwnArguments) {
  const Workplace workplace;
  const Outcome doctest = workplace.run_heddle(
      {"test", "--list", "--filter", "same", "--", test_binary("doctest_cases"), "-tc=*s*"});
  EXPECT_EQ(doctest.status, 0) << describe(doctest);
  EXPECT_THAT(doctest.out, HasSubstr("doctest would not run this test alone"));
  const Outcome boost =
      workplace.run_heddle({"test", "--", test_binary("boost_cases"), "--run_test=one_order"});
  EXPECT_EQ(boost.status, 3) << describe(boost);
  EXPECT_THAT(boost.err, HasSubstr("--filter of 'heddle test'"));
}

}  // namespace
}  // namespace heddle::e2e
