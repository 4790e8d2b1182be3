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

TEST(FrameworkMessage, OfOtherOutputIsNone) {
  EXPECT_FALSE(framework_message(""));
  EXPECT_FALSE(framework_message("hello: Failure\nwords\n"));
  EXPECT_FALSE(framework_message("a.cc:0: Failure\n"));
  EXPECT_FALSE(framework_message("a.cc:12: failed\n"));
}

TEST(FrameworkMessage, OfEndlessOutputIsShort) {
  std::string output = "a.cc:1: Failure\n";
  for (int i = 0; i < 1000; ++i) output += "more\n";
  EXPECT_LT(framework_message(output)->text.size(), 1000u);
}

}  // namespace
}  // namespace heddle::host
