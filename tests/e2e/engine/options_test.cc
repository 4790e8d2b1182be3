// Options that do not stand on the command line: --config and HEDDLE_OPTIONS.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Options : public ::testing::Test {
 protected:
  Outcome run_with(const std::string& variable, const std::vector<std::string>& options) const {
    std::vector<std::string> words{"run"};
    words.insert(words.end(), options.begin(), options.end());
    words.insert(words.end(), {"--", program("lost_update_fixed")});
    Command command = workplace_.heddle(words);
    if (!variable.empty()) command.environment["HEDDLE_OPTIONS"] = variable;
    return run(command);
  }

  void expect_refusal(const Outcome& outcome, const std::string& words) const {
    EXPECT_EQ(outcome.status, 2) << describe(outcome);
    EXPECT_EQ(outcome.err, "heddle: " + words + "\n");
    EXPECT_FALSE(workplace_.exists("heddle-out"));
  }

  Workplace workplace_;
};

TEST_F(Options, ComeFromAFile) {
  workplace_.write("heddle.toml",
                   "# for the nightly build\n"
                   "executions = 12\n"
                   "strategy = \"random:switch=0.2\"\n"
                   "quiet = true\n"
                   "[run]\n"
                   "seed = 7\n");
  const Outcome outcome = run_with("", {"--config", "heddle.toml"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  const Json results = workplace_.results();
  EXPECT_EQ(results.at("executions"), 12);
  EXPECT_EQ(results.at("strategy"), "random:switch=0.2");
  EXPECT_EQ(results.at("seed"), 7);
}

TEST_F(Options, ComeFromTheEnvironment) {
  const Outcome outcome = run_with("--executions 9 --out 'a folder' --strategy \"random:switch=0.5\"", {});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(workplace_.results("a folder").at("executions"), 9);
  EXPECT_EQ(workplace_.results("a folder").at("strategy"), "random:switch=0.5");
}

TEST_F(Options, OfTheCommandLineWinOverTheVariableAndThatOverTheFile) {
  workplace_.write("heddle.toml", "executions = 3\nseed = 3\ngranularity = \"sync\"\n");
  const Outcome outcome = run_with("--config heddle.toml --executions 4 --seed 4", {"--executions", "5"});
  ASSERT_EQ(outcome.status, 0) << describe(outcome);
  const Json results = workplace_.results();
  EXPECT_EQ(results.at("executions"), 5);
  EXPECT_EQ(results.at("seed"), 4);
  EXPECT_EQ(results.at("granularity"), "sync");
}

TEST_F(Options, NobodyReadsAFileThatWasNotAskedFor) {
  workplace_.write("heddle.toml", "nonsense = 1\n");
  EXPECT_EQ(run_with("", {"--executions", "2"}).status, 0);
}

TEST_F(Options, OfTheEnvironmentAreNotForReplay) {
  ASSERT_EQ(workplace_.run_heddle({"run", "--quiet", "--", program("lost_update")}).status, 1);
  Command command = workplace_.heddle({"replay", "heddle-out/bug-1.schedule"});
  command.environment["HEDDLE_OPTIONS"] = "--executions 9";
  EXPECT_EQ(run(command).status, 1);
}

TEST_F(Options, MistakesInTheFileNameTheFile) {
  const auto complaint = [this](const std::string& text) {
    workplace_.write("my.toml", text);
    return run_with("", {"--config=my.toml"});
  };
  expect_refusal(complaint("executionz = 5\n"),
                 "my.toml: unknown key 'executionz'; keys are the options of 'heddle run' without dashes");
  expect_refusal(complaint("config = \"my.toml\"\n"),
                 "my.toml: unknown key 'config'; keys are the options of 'heddle run' without dashes");
  expect_refusal(complaint("[walk]\nseed = 1\n"),
                 "my.toml: there is no table [walk]; options stand at the top or in [run]");
  expect_refusal(complaint("seed = [1, 2]\n"), "my.toml: key 'seed' takes one value");
  expect_refusal(complaint("time = \"soon\"\n"),
                 "my.toml: 'soon' is not a duration; write 500ms, 30s, 2m or 1h");
  expect_refusal(complaint(""), "my.toml: is empty");
  expect_refusal(run_with("", {"--config", "missing.toml"}),
                 "missing.toml: there is no such file, or it cannot be read");
}

TEST_F(Options, MistakesInTheVariableNameTheVariable) {
  expect_refusal(run_with("--time soon", {}),
                 "HEDDLE_OPTIONS: 'soon' is not a duration; write 500ms, 30s, 2m or 1h");
  expect_refusal(run_with("--seed 'a", {}), "HEDDLE_OPTIONS: a quotation mark ' is not closed");
  expect_refusal(run_with("--seed 1\\", {}), "HEDDLE_OPTIONS: ends in a backslash");
  for (const char* wrong : {"--speed 11", "./program", "-- ./program"}) {
    const Outcome outcome = run_with(wrong, {});
    EXPECT_EQ(outcome.status, 2);
    EXPECT_THAT(outcome.err, StartsWith("heddle: HEDDLE_OPTIONS: ")) << wrong;
  }
}

TEST_F(Options, VerboseSaysWhatIsRun) {
  const Outcome outcome = run_with("", {"--verbose", "--executions", "2"});
  EXPECT_EQ(outcome.status, 0);
  EXPECT_THAT(outcome.err, HasSubstr("program:   " + program("lost_update_fixed") + "\n"));
  EXPECT_THAT(outcome.err, HasSubstr("lost_update_fixed (instrumented)\n"));
  EXPECT_THAT(outcome.err, HasSubstr("libheddle.so\n"));
}

TEST_F(Options, EveryVerbTellsTheVersion) {
  const std::string version = workplace_.run_heddle({"--version"}).out;
  EXPECT_THAT(version, StartsWith("heddle "));
  for (const char* verb : {"run", "replay", "guarantee", "study", "strategies", "doctor"})
    EXPECT_EQ(workplace_.run_heddle({verb, "--version"}).out, version) << verb;
}

}  // namespace
}  // namespace heddle::e2e
