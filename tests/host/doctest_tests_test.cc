#include "host/doctest_tests.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kListing =
    "a word of main's\n"
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    "<doctest binary=\"./queue_test\" version=\"2.4.9\">\n"
    "  <Options order_by=\"file\" rand_seed=\"0\" first=\"0\" last=\"4294967295\" no_skip=\"true\"/>\n"
    "  <TestCase name=\"plain\" filename=\"queue.cc\" line=\"6\" skipped=\"false\"/>\n"
    "  <TestCase name=\"a, b\\c\" testsuite=\"A suite\" filename=\"queue.cc\" line=\"8\" "
    "skipped=\"false\"/>\n"
    "  <TestCase name=\"star*\" filename=\"queue.cc\" line=\"9\" skipped=\"false\"/>\n"
    "  <TestCase name=\"starry\" filename=\"queue.cc\" line=\"10\" skipped=\"false\"/>\n"
    "  <TestCase name=\"of&lt;int> &amp; &quot;more&quot;\" filename=\"queue.cc\" line=\"11\" "
    "skipped=\"false\"/>\n"
    "  <TestCase name=\"same\" filename=\"queue.cc\" line=\"13\" skipped=\"false\"/>\n"
    "  <TestCase name=\"same\" filename=\"queue.cc\" line=\"14\" skipped=\"true\"/>\n"
    "  <TestCase filename=\"queue.cc\" line=\"18\" skipped=\"false\"/>\n"
    "  <TestCase name=\"  Scenario: a queue\" filename=\"queue.cc\" line=\"20\" skipped=\"false\"/>\n"
    "  <OverallResultsTestCases unskipped=\"9\"/>\n"
    "</doctest>\n";

std::vector<ListedTest> tests_of_listing() {
  Result<std::vector<ListedTest>> tests = parse_doctest_listing(kListing);
  EXPECT_TRUE(tests) << tests.error();
  return tests ? *tests : std::vector<ListedTest>();
}

TEST(DoctestListing, HasEveryTestUnderAnotherName) {
  std::vector<std::string> names, disabled;
  for (const ListedTest& test : tests_of_listing()) {
    names.push_back(test.name);
    if (test.disabled) disabled.push_back(test.name);
  }
  EXPECT_THAT(names, ElementsAre("plain", "a, b\\c", "star*", "starry", "of<int> & \"more\"", "same",
                                 "same #2", "(no name)", "Scenario: a queue"));
  EXPECT_THAT(disabled, ElementsAre("same #2"));
}

TEST(DoctestListing, IsRecognised) {
  const auto ran = parse_doctest_listing("[doctest] test cases: 3 | 3 passed\n");
  ASSERT_FALSE(ran);
  EXPECT_THAT(ran.error(), HasSubstr("not the XML"));
  EXPECT_FALSE(parse_doctest_listing("<doctest binary=\"a\">\n  <TestCase name=\"cut"));
}

TEST(DoctestSelection, IsTheName) {
  const std::vector<ListedTest> tests = tests_of_listing();
  EXPECT_THAT(doctest_selection(tests, 0), ElementsAre("--dt-test-case=plain"));
  EXPECT_THAT(doctest_selection(tests, 3), ElementsAre("--dt-test-case=starry"));
  EXPECT_THAT(doctest_selection(tests, 8), ElementsAre("--dt-test-case=  Scenario: a queue"));
}

TEST(DoctestSelection, TakesAnyCharacterForOneThatSeparates) {
  EXPECT_THAT(doctest_selection(tests_of_listing(), 1), ElementsAre("--dt-test-case=a? b?c"));
}

// A name with * in it means others, too, and names may be the same, or none at all.
TEST(DoctestSelection, SaysWhichOfThoseThatTheFilterMeans) {
  const std::vector<ListedTest> tests = tests_of_listing();
  EXPECT_THAT(doctest_selection(tests, 2),
              ElementsAre("--dt-test-case=star*", "--dt-first=1", "--dt-last=1"));
  EXPECT_THAT(doctest_selection(tests, 6), ElementsAre("--dt-test-case=same", "--dt-first=2", "--dt-last=2"));
  EXPECT_THAT(doctest_selection(tests, 7), ElementsAre("--dt-test-case=*", "--dt-first=8", "--dt-last=8"));
}

}  // namespace
}  // namespace heddle::host
