#include "process/collect.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

namespace heddle::process {
namespace {

ChildOptions script(const std::string& text) {
  ChildOptions options;
  options.words = {"/bin/sh", "-c", text};
  options.input = options.output = options.errors = Stream::nowhere();
  options.own_session = true;
  return options;
}

TEST(Collect, KeepsTheStreamsThatAreAskedFor) {
  const ChildOptions both = script("echo out; echo err >&2; exit 7");
  struct Case {
    Keep keep;
    std::string output, errors;
  };
  for (const Case& one : {Case{Keep::kOutput, "out\n", ""}, Case{Keep::kErrors, "", "err\n"},
                          Case{Keep::kBoth, "out\n", "err\n"}, Case{Keep::kBothAsOne, "out\nerr\n", ""}}) {
    const Result<Collected> collected = collect(both, one.keep);
    ASSERT_TRUE(collected) << collected.error();
    EXPECT_EQ(collected->output, one.output);
    EXPECT_EQ(collected->errors, one.errors);
    EXPECT_EQ(collected->ending.exit_status(), 7);
    EXPECT_FALSE(collected->late);
  }
}

TEST(Collect, HearsBothStreamsBeyondWhatPipesHold) {
  for (const std::optional<double> seconds : {std::optional<double>(), std::optional<double>(60)}) {
    const Result<Collected> collected =
        collect(script("head -c 300000 /dev/zero >&2; head -c 400000 /dev/zero"), Keep::kBoth, {seconds});
    ASSERT_TRUE(collected) << collected.error();
    EXPECT_EQ(collected->output.size(), 400'000u);
    EXPECT_EQ(collected->errors.size(), 300'000u);
  }
}

TEST(Collect, DropsWhatIsBeyondTheLimit) {
  const Result<Collected> collected =
      collect(script("head -c 300000 /dev/zero"), Keep::kOutput, {std::nullopt, 1000});
  ASSERT_TRUE(collected) << collected.error();
  EXPECT_EQ(collected->output.size(), 1000u);
  EXPECT_TRUE(collected->ending.is_success());
}

TEST(Collect, EndsWhatDoesNotEnd) {
  const Result<Collected> collected = collect(script("sleep 1000; sleep 1000"), Keep::kOutput, {0.2});
  ASSERT_TRUE(collected) << collected.error();
  EXPECT_TRUE(collected->late);
  EXPECT_EQ(collected->ending.signal(), SIGKILL);
}

// They keep the pipe open for longer than the test may take.
TEST(Collect, DoesNotWaitForDescendantsWithinALimit) {
  const Result<Collected> collected = collect(script("sleep 1000 & echo done"), Keep::kOutput, {50});
  ASSERT_TRUE(collected) << collected.error();
  EXPECT_FALSE(collected->late);
  EXPECT_EQ(collected->output, "done\n");
}

TEST(Collect, HearsDescendantsWithoutALimit) {
  const Result<Collected> collected = collect(script("(sleep 0.3; echo late) & echo done"), Keep::kOutput);
  ASSERT_TRUE(collected) << collected.error();
  EXPECT_EQ(collected->output, "done\nlate\n");
}

TEST(Collect, SaysWhatCannotBeStarted) {
  ChildOptions options;
  options.words = {"/nowhere/at/all"};
  EXPECT_EQ(collect(options, Keep::kBoth).error(), "No such file or directory");
}

}  // namespace
}  // namespace heddle::process
