#include "host/native_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::host {
namespace {

TEST(NativeRun, TellsStatusAndBothStreams) {
  const auto outcome = run_natively({"/bin/sh", "-c", "cat; echo out; echo err >&2; exit 7"});
  ASSERT_TRUE(outcome) << outcome.error();
  EXPECT_EQ(outcome->status, 7);
  EXPECT_EQ(outcome->output, "out\n");
  EXPECT_EQ(outcome->errors, "err\n");
}

TEST(NativeRun, TellsSignals) {
  EXPECT_EQ(run_natively({"/bin/sh", "-c", "kill -9 $$"})->status, 137);
}

TEST(NativeRun, EndsWhatDoesNotEnd) {
  const auto outcome = run_natively({"/bin/sh", "-c", "sleep 1000"}, {.seconds = 0.2});
  EXPECT_THAT(outcome.error(), ::testing::HasSubstr("did not end within"));
}

// Its pipes stay open in the descendant.
TEST(NativeRun, DoesNotWaitForDescendants) {
  const auto outcome = run_natively({"/bin/sh", "-c", "sleep 1000 & echo done"}, {.seconds = 60});
  ASSERT_TRUE(outcome) << outcome.error();
  EXPECT_EQ(outcome->output, "done\n");
}

TEST(NativeRun, KeepsAsMuchAsAllowed) {
  const auto outcome =
      run_natively({"/bin/sh", "-c", "head -c 300000 /dev/zero"}, {.seconds = 60, .bytes = 1000});
  ASSERT_TRUE(outcome) << outcome.error();
  EXPECT_EQ(outcome->status, 0);
  EXPECT_EQ(outcome->output.size(), 1000u);
}

TEST(NativeRun, TellsWhatCannotBeStarted) {
  const auto outcome = run_natively({"/nowhere/at/all"});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, 127);
  EXPECT_THAT(outcome->errors, ::testing::HasSubstr("No such file"));
}

}  // namespace
}  // namespace heddle::host
