#include "host/framework_skip.h"

#include <gtest/gtest.h>

namespace heddle::host {
namespace {

TEST(FrameworkSkip, OfGoogleTest) {
  const std::string output =
      "Note: Google Test filter = Gpu.Adds\n[==========] Running 1 test from 1 test suite.\n"
      "[ RUN      ] Gpu.Adds\ngpu_test.cc:93: Skipped\nno device\n  of that kind\n\n"
      "[  SKIPPED ] Gpu.Adds (0 ms)\n[----------] 1 test from Gpu (0 ms total)\n"
      "[  PASSED  ] 0 tests.\n[  SKIPPED ] 1 test, listed below:\n[  SKIPPED ] Gpu.Adds\n";
  EXPECT_EQ(why_it_skipped(TestFramework::kGoogleTest, "Gpu.Adds", output), "no device of that kind");
  EXPECT_EQ(why_it_skipped(TestFramework::kGoogleTest, "Gpu.Subtracts", output), std::nullopt);
}

TEST(FrameworkSkip, MayHaveNoReason) {
  EXPECT_EQ(why_it_skipped(TestFramework::kGoogleTest, "A.B", "a.cc:3: Skipped\n\n[  SKIPPED ] A.B (0 ms)\n"),
            "");
}

TEST(FrameworkSkip, IsNotWhatATestPrints) {
  EXPECT_EQ(why_it_skipped(TestFramework::kGoogleTest, "A.B",
                           "[ RUN      ] A.B\nrow 3: Skipped\n[       OK ] A.B (0 ms)\n"),
            std::nullopt);
  EXPECT_EQ(why_it_skipped(TestFramework::kCatch3, "a b",
                           "row 3: SKIPPED:\nAll tests passed (1 assertion in 1 test case)\n"),
            std::nullopt);
}

TEST(FrameworkSkip, OfCatch2) {
  EXPECT_EQ(why_it_skipped(TestFramework::kCatch3, "needs a device",
                           "-----\nneeds a device\n-----\ngpu.cc:4\n.....\n\ngpu.cc:5: SKIPPED:\n"
                           "explicitly with message:\n  no device\n\n=====\n"
                           "test cases: 1 | 1 skipped\nassertions: - none -\n"),
            "no device");
  // A section of it did not.
  EXPECT_EQ(why_it_skipped(TestFramework::kCatch3, "needs a device",
                           "gpu.cc:5: SKIPPED:\ntest cases: 1 | 1 passed\nassertions: 3 | 3 passed\n"),
            std::nullopt);
}

TEST(FrameworkSkip, OfBoostTest) {
  const std::string output =
      "Running 1 test case...\n\nTest module \"Gpu\" has passed with:\n  19 test cases out of 19 skipped\n\n"
      "  Test suite \"Outer\" has passed with:\n    Test case \"Outer/adds\" was skipped\n";
  EXPECT_NE(why_it_skipped(TestFramework::kBoostTest, "Outer/adds", output), std::nullopt);
  EXPECT_EQ(why_it_skipped(TestFramework::kBoostTest, "adds", output), std::nullopt);
}

}  // namespace
}  // namespace heddle::host
