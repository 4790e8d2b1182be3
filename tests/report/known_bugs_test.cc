#include "report/formats/known_bugs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_runs.h"

namespace heddle::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

KnownBugs known(const std::vector<TestReport>& reports) {
  return KnownBugs().updated(reports);
}

TestReport failing(const std::string& name, const TestBug& bug) {
  TestReport report = testing::report_of(name, TestVerdict::kFailed);
  report.bugs = {bug};
  return report;
}

TEST(KnownBug, IsTheSameInOtherSchedulesAndOnOtherLines) {
  const TestBug bug = testing::assertion_bug();
  TestBug later = bug;
  later.message = later.subject = "Expected equality of these values: count Which is: 47 2";
  later.where.line = 99;
  later.execution = 700;
  later.essence = "7 context switches are enough";
  EXPECT_EQ(known_bug("T", bug), known_bug("T", later));
  EXPECT_EQ(fingerprint(known_bug("T", bug)), fingerprint(known_bug("T", later)));
  EXPECT_EQ(known_bug("T", bug).message, "Expected equality of these values: count Which is: # #");
}

TEST(KnownBug, IsAnotherOneElsewhere) {
  const TestBug bug = testing::deadlock_bug();
  TestBug other = bug;
  other.functions = "audit";
  TestBug kind = bug;
  kind.kind = "crash";
  TestBug words = bug;
  words.subject = "lost wake-up";
  for (const KnownBug& different :
       {known_bug("U", bug), known_bug("T", other), known_bug("T", kind), known_bug("T", words)}) {
    EXPECT_NE(known_bug("T", bug), different);
    EXPECT_NE(fingerprint(known_bug("T", bug)), fingerprint(different));
  }
}

TEST(KnownBug, HasNoAddresses) {
  TestBug bug = testing::deadlock_bug();
  bug.subject = "crash: SIGSEGV (invalid address 0x7fAb12) at a.cc:3 after 0x";
  EXPECT_EQ(known_bug("T", bug).message, "crash: SIGSEGV (invalid address #) at a.cc:# after #");
}

TEST(KnownBug, HasNoObjectDumps) {
  TestBug bug = testing::assertion_bug();
  bug.subject = "Value of: order Actual: 16-byte object <A0-7F 00-01 ... FF-FF>, <b> -byte object <x>";
  EXPECT_EQ(known_bug("T", bug).message, "Value of: order Actual: #-byte object <#>, <b> -byte object <x>");
}

TEST(KnownBug, IsTheSameFromEveryFolder) {
  TestBug bug = testing::assertion_bug();
  for (const char* place : {"../src/list.cc:31", "/home/ada/src/list.cc:7", "list.cc:31"}) {
    bug.subject = std::string("the heap object allocated at ") + place + " (+8)";
    EXPECT_EQ(known_bug("T", bug).message, "the heap object allocated at list.cc:# (+#)");
  }
  bug.subject = "a / b at x:1";
  EXPECT_EQ(known_bug("T", bug).message, "a / b at x:#");
}

// Other programs keep them: they must not change from one version to the next.
TEST(KnownBug, HasAFixedFingerprint) {
  EXPECT_EQ(fingerprint({"T", "deadlock", "a, b", "deadlock"}), "64312c81973d3f48");
}

TEST(KnownBugs, AreReadAsTheyWereWritten) {
  const KnownBugs some =
      known({failing("b \"test\"", testing::deadlock_bug()), failing("a", testing::assertion_bug())});
  const auto again = KnownBugs::parse(some.print());
  ASSERT_TRUE(again) << again.error();
  EXPECT_EQ(again->bugs(), some.bugs());
  EXPECT_EQ(again->print(), some.print());
  EXPECT_LT(some.print().find("\"a\""), some.print().find("b \\\"test"));  // sorted
}

TEST(KnownBugs, OfADamagedFileAreAnError) {
  for (const char* text : {"", "{}", "[]", "{\"known\": 3, \"version\": 1}"})
    EXPECT_THAT(KnownBugs::parse(text).error(), HasSubstr("--update-known")) << text;
  EXPECT_THAT(KnownBugs::parse("{\"version\": 9, \"known\": []}").error(), HasSubstr("another version"));
  EXPECT_THAT(KnownBugs::parse("{\"version\": 1, \"known\": [{\"test\": \"a\", \"kind\": 3}]}").error(),
              HasSubstr("the 1st entry has no text 'kind'"));
}

TEST(KnownBugs, DoNotFailATest) {
  const KnownBugs some = known({failing("T", testing::deadlock_bug())});
  TestReport same = failing("T", testing::deadlock_bug());
  some.mark(same);
  EXPECT_EQ(same.verdict, TestVerdict::kKnown);
  TestReport more = failing("T", testing::deadlock_bug());
  more.bugs.push_back(testing::assertion_bug());
  some.mark(more);
  EXPECT_EQ(more.verdict, TestVerdict::kFailed);
  EXPECT_TRUE(more.bugs[0].known);
  EXPECT_FALSE(more.bugs[1].known);
}

// Never a silent pass.
TEST(KnownBugs, DoNotExcuseWhatCouldNotBeControlled) {
  TestReport report = failing("T", testing::deadlock_bug());
  report.reason = "lost";
  known({report}).mark(report);
  EXPECT_EQ(report.verdict, TestVerdict::kUncontrolled);
}

TEST(KnownBugs, ThatWereNotSeenAreTold) {
  const KnownBugs some =
      known({failing("T", testing::deadlock_bug()), failing("U", testing::deadlock_bug())});
  EXPECT_THAT(some.not_seen({testing::report_of("T", TestVerdict::kPassed),
                             testing::report_of("U", TestVerdict::kInterrupted)}),
              ElementsAre(known_bug("T", testing::deadlock_bug())));
  EXPECT_TRUE(some.not_seen({failing("T", testing::deadlock_bug())}).empty());
}

// The search has ended at the new bug; the old one may still be there.
TEST(KnownBugs, OfATestWithANewBugStay) {
  const KnownBugs before = known({failing("T", testing::deadlock_bug())});
  const std::vector<TestReport> now = {failing("T", testing::assertion_bug())};
  EXPECT_TRUE(before.not_seen(now).empty());
  EXPECT_EQ(before.updated(now).bugs().size(), 2u);
}

TEST(KnownBugs, ArePutUpToDateForWhatWasExplored) {
  const KnownBugs before =
      known({failing("Repaired", testing::deadlock_bug()), failing("Skipped", testing::deadlock_bug()),
             failing("NotThere", testing::deadlock_bug())});
  const KnownBugs after = before.updated({testing::report_of("Repaired", TestVerdict::kPassed),
                                          testing::report_of("Skipped", TestVerdict::kSkipped),
                                          failing("New", testing::assertion_bug())});
  std::vector<std::string> tests;
  for (const KnownBug& bug : after.bugs()) tests.push_back(bug.test);
  EXPECT_THAT(tests, ElementsAre("New", "NotThere", "Skipped"));
}

}  // namespace
}  // namespace heddle::report
