#include "host/framework_message.h"

#include <gtest/gtest.h>

namespace heddle::host {
namespace {

TEST(FrameworkMessage, OfGoogleTest) {
  const auto message = framework_message(
      "Note: Google Test filter = Counter.Adds\n[==========] Running 1 test from 1 test suite.\n"
      "[ RUN      ] Counter.Adds\n/src/counter: test.cc:31: Failure\nExpected equality of these values:\n"
      "  count\n    Which is: 1\n  2\nof all\n[  FAILED  ] Counter.Adds (0 ms)\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "/src/counter: test.cc");
  EXPECT_EQ(message->line, 31);
  EXPECT_EQ(message->text, "Expected equality of these values:\n  count\n    Which is: 1\n  2\nof all\n");
  EXPECT_EQ(message->brief(), "Expected equality of these values: count Which is: 1 2 of all");
}

TEST(FrameworkMessage, IsTheFirstOfSeveral) {
  const auto message = framework_message("a.cc:1: Failure\nfirst\nb.cc:2: Failure\nsecond\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->text, "first\n");
}

TEST(FrameworkMessage, OfAnExceptionInGoogleTest) {
  const auto message = framework_message(
      "unknown file: Failure\nC++ exception with description \"no\" thrown in the test body.\n[  FAILED  ] "
      "A.B");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "");
  EXPECT_EQ(message->line, 0);
  EXPECT_EQ(message->brief(), "C++ exception with description \"no\" thrown in the test body.");
}

TEST(FrameworkMessage, OfCatch2) {
  const auto message = framework_message(
      "-----\na counter\n-----\ncounter.cc:9\n.....\n\ncounter.cc:12: FAILED:\n  REQUIRE( count == 2 )\n"
      "with expansion:\n  1 == 2\n\n=====\ntest cases: 1 | 1 failed\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "counter.cc");
  EXPECT_EQ(message->line, 12);
  EXPECT_EQ(message->brief(), "REQUIRE( count == 2 ) with expansion: 1 == 2");
}

TEST(FrameworkMessage, OfDoctest) {
  const auto message = framework_message(
      "[doctest] doctest version is \"2.4.9\"\n=====\ncounter.cc:9:\nTEST CASE:  a counter\n\n"
      "counter.cc:10: WARNING: WARN( count == 3 ) is NOT correct!\n  values: WARN( 1 == 3 )\n\n"
      "counter.cc:12: ERROR: CHECK( count == 2 ) is NOT correct!\n  values: CHECK( 1 == 2 )\n"
      "  logged: round 7\n\n=====\n[doctest] test cases: 1 | 0 passed | 1 failed | 3 skipped\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "counter.cc");
  EXPECT_EQ(message->line, 12);
  EXPECT_EQ(message->brief(), "CHECK( count == 2 ) is NOT correct! values: CHECK( 1 == 2 ) logged: round 7");
}

TEST(FrameworkMessage, OfAnExceptionInDoctest) {
  const auto message = framework_message("a.cc:19: ERROR: test case THREW exception: no more\n\n=====\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->line, 19);
  EXPECT_EQ(message->brief(), "test case THREW exception: no more");
}

TEST(FrameworkMessage, OfATestAsAWholeInDoctest) {
  const auto message = framework_message(
      "=====\na.cc:24:\nTEST SUITE: all\nTEST CASE:  one\n\nShould have failed but didn't! Marking it as "
      "failed!\n=====\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->line, 24);
  EXPECT_EQ(message->brief(), "Should have failed but didn't! Marking it as failed!");
}

TEST(FrameworkMessage, OfBoostTest) {
  const auto message = framework_message(
      "Running 1 test case...\nsrc/counter (2).cc(12): error: in \"Outer/driven/_2\": check n < 3 has failed "
      "[3 >= 3]\nFailure occurred in a following context:\n    n = 3; \n\n*** 1 failure is detected\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "src/counter (2).cc");
  EXPECT_EQ(message->line, 12);
  EXPECT_EQ(message->brief(),
            "check n < 3 has failed [3 >= 3] Failure occurred in a following context: n = 3;");
}

TEST(FrameworkMessage, OfAnExceptionInBoostTest) {
  const auto message = framework_message(
      "unknown location(0): fatal error: in \"throws\": std::runtime_error: no more\n"
      "a.cc(30): last checkpoint: \"throws\" test entry\n\n*** 1 failure is detected\n");
  ASSERT_TRUE(message);
  EXPECT_EQ(message->file, "a.cc");
  EXPECT_EQ(message->line, 30);
  EXPECT_EQ(message->brief(), "std::runtime_error: no more a.cc(30): last checkpoint: \"throws\" test entry");
}

TEST(FrameworkMessage, OfOtherOutputIsNone) {
  EXPECT_FALSE(framework_message(""));
  EXPECT_FALSE(framework_message("hello: Failure\nwords\n"));
  EXPECT_FALSE(framework_message("a.cc:0: Failure\n"));
  EXPECT_FALSE(framework_message("a.cc:12: failed\n"));
  EXPECT_FALSE(framework_message("server: ERROR: no more\n"));
  EXPECT_FALSE(framework_message("a.cc:24:\nTEST CASE:  one\n\n"));
  EXPECT_FALSE(framework_message("open(): error: in \"a\": no\n"));
}

TEST(FrameworkMessage, OfEndlessOutputIsShort) {
  std::string output = "a.cc:1: Failure\n";
  for (int i = 0; i < 1000; ++i) output += "more\n";
  EXPECT_LT(framework_message(output)->text.size(), 1000u);
}

}  // namespace
}  // namespace heddle::host
