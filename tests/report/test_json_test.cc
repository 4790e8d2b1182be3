#include "report/formats/test_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "report/formats/results_json.h"
#include "test_runs.h"
#include "workshop.h"

namespace heddle::report::test_json_test {
namespace {

using Json = nlohmann::ordered_json;

// A hunt of `heddle run`, told as a test.
TestReport hunt_as_test() {
  host::HuntResult result;
  result.end = host::HuntEnd::kFirstBug;
  result.totals.executions = 17;
  result.saw_threads = true;
  Bug bug;
  bug.id = 1;
  bug.execution = 17;
  bug.report.failure = testing::lock_order_deadlock(testing::Bank::instance());
  result.bugs = {bug};
  TestReport report =
      test_report("Bank.Deadlocks", result, RunDescription{}, testing::Bank::instance().places(), {});
  report.folder = "Bank.Deadlocks";
  return report;
}

TEST(TestJson, HasWhatRunHasForEachBug) {
  TestRun run = testing::every_verdict();
  run.tests = {hunt_as_test()};
  const Json json = Json::parse(test_results_json(run));
  EXPECT_EQ(json["framework"], "GoogleTest");
  EXPECT_EQ(json["counts"]["failed"], 1);
  const Json test = json["tests"][0];
  EXPECT_EQ(test["verdict"], "failed");
  EXPECT_EQ(test["executions"], 17);
  EXPECT_EQ(test["end"], "first-bug");
  const Json bug = test["bugs"][0];
  EXPECT_EQ(bug["kind"], "deadlock");
  EXPECT_EQ(bug["schedule"], "Bank.Deadlocks/bug-1.schedule");
  EXPECT_EQ(bug["output"], "Bank.Deadlocks/bug-1.output");
  EXPECT_EQ(bug["threads"].size(), 3u);
  EXPECT_EQ(bug["known"], false);
  EXPECT_EQ(bug["fingerprint"].get<std::string>().size(), 16u);
}

TEST(TestJson, TellsTheFrameworksWords) {
  const Json json = Json::parse(test_results_json(testing::every_verdict()));
  const Json bug = json["tests"][2]["bugs"][0];
  EXPECT_EQ(bug["site"], "counter_test.cc:31");
  EXPECT_EQ(bug["details"], testing::assertion_bug().details);
  EXPECT_EQ(json["tests"][6]["reason"], "execution 1 came to no scheduling point");
  EXPECT_EQ(json["known_not_seen"][0]["test"], "Bank.Passes");
}

TEST(TestReport, OfADeadlockKnowsWhoTakesPart) {
  const TestReport report = hunt_as_test();
  ASSERT_EQ(report.bugs.size(), 1u);
  const TestBug& bug = report.bugs[0];
  EXPECT_EQ(bug.subject, "deadlock");
  EXPECT_GT(bug.where.line, 0);
  EXPECT_EQ(bug.threads.size(), 3u);
  EXPECT_NE(bug.threads[1].state.find("waits to lock"), std::string::npos);
}

TEST(TestReport, OfAnAssertionHasTheFrameworksWords) {
  Bug bug;
  bug.id = 1;
  bug.report.failure.kind = FailureKind::kExitStatus;
  bug.report.failure.code = 1;
  bug.output =
      "[ RUN      ] A.B\n/src/a_test.cc:12: Failure\nValue of: ok\n  Actual: false\n[  FAILED  ] A.B\n";
  const TestBug told = test_bug(bug, RunDescription{}, testing::Bank::instance().places());
  EXPECT_EQ(told.message, "Value of: ok Actual: false");
  EXPECT_EQ(told.where.file, "/src/a_test.cc");
  EXPECT_EQ(told.where.place, "a_test.cc:12");
  bug.output = "nothing of a framework\n";
  EXPECT_EQ(test_bug(bug, RunDescription{}, testing::Bank::instance().places()).message,
            "exit status 1 (expected 0)");
}

// In a thread of the test, it is an exception that nothing catches.
TEST(TestReport, OfAnAssertionInAThreadHasTheFrameworksWords) {
  Bug bug;
  bug.id = 1;
  bug.report.failure.kind = FailureKind::kUncaughtException;
  bug.output = "a_test.cc:12: FATAL ERROR: REQUIRE( ok ) is NOT correct!\n  values: REQUIRE( false )\n\n";
  bug.report.failure.text = "N7doctest6detail20TestFailureExceptionE";
  const Places& places = testing::Bank::instance().places();
  EXPECT_EQ(test_bug(bug, RunDescription{}, places).message,
            "REQUIRE( ok ) is NOT correct! values: REQUIRE( false )");
  bug.report.failure.text = "St13runtime_error\nno more";
  EXPECT_THAT(test_bug(bug, RunDescription{}, places).message, ::testing::HasSubstr("no more"));
}

TEST(TestReport, OfATestThatSkipsItselfSaysWhatIsKnown) {
  TestReport alone;
  alone.verdict = TestVerdict::kNoThreads;
  note_skip(alone, "no device");
  EXPECT_EQ(alone.verdict, TestVerdict::kSkipped);
  EXPECT_EQ(alone.reason, "skipped itself: no device");
  // Under another schedule it may not skip.
  TestReport threads;
  threads.verdict = TestVerdict::kPassed;
  note_skip(threads, "");
  EXPECT_EQ(threads.verdict, TestVerdict::kPassed);
  EXPECT_THAT(threads.reason, ::testing::HasSubstr("other executions may have done more"));
  TestReport failed;
  failed.verdict = TestVerdict::kFailed;
  note_skip(failed, "no device");
  EXPECT_EQ(failed.verdict, TestVerdict::kFailed);
  EXPECT_EQ(failed.reason, "");
}

TEST(TestReport, ArrivesAsItWasSent) {
  TestReport report = hunt_as_test();
  report.notes = testing::awkward_text();
  const auto received = decode_test_report(encode(report));
  ASSERT_TRUE(received) << received.error();
  EXPECT_EQ(received->verdict, TestVerdict::kFailed);
  EXPECT_EQ(received->bugs[0].threads[1].stack.size(), report.bugs[0].threads[1].stack.size());
  EXPECT_EQ(received->results, report.results);
  EXPECT_FALSE(decode_test_report(encode(report).substr(0, 100)));
  EXPECT_FALSE(decode_test_report("{}"));
}

// What a hunt that ended in this way means for a test.
TestVerdict verdict(host::HuntEnd end, std::uint64_t executions, bool threads) {
  host::HuntResult result;
  result.end = end;
  result.totals.executions = executions;
  result.saw_threads = threads;
  return test_report("T", result, RunDescription{}, testing::Bank::instance().places(), {}).verdict;
}

TEST(TestReport, IsNeverASilentPass) {
  EXPECT_EQ(verdict(host::HuntEnd::kBudget, 10, true), TestVerdict::kPassed);
  EXPECT_EQ(verdict(host::HuntEnd::kBudget, 1, false), TestVerdict::kNoThreads);
  EXPECT_EQ(verdict(host::HuntEnd::kBudget, 0, false), TestVerdict::kUncontrolled);
  EXPECT_EQ(verdict(host::HuntEnd::kUncontrolled, 10, true), TestVerdict::kUncontrolled);
  EXPECT_EQ(verdict(host::HuntEnd::kInterrupted, 10, true), TestVerdict::kInterrupted);
}

}  // namespace
}  // namespace heddle::report::test_json_test
