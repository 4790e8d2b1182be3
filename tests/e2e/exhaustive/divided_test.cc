// `heddle verify` by several explorers, and one that goes on with a search that was stopped: the same
// behaviours, each once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> verify(const std::vector<std::string>& options, const std::string& program,
                                const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"verify", "--quiet", "--time", "10m"};
  if (std::find(options.begin(), options.end(), "--memory") == options.end())
    words.insert(words.end(), {"--memory", "sc"});
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), {"--", program});
  words.insert(words.end(), arguments.begin(), arguments.end());
  return words;
}

void expect_verified(const Outcome& outcome, const Workplace& workplace, std::uint64_t executions) {
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_THAT(outcome.out, StartsWith("Verified: every behaviour while the process ends last was executed"));
  EXPECT_EQ(workplace.results().at("executions"), executions);
}

// Whoever dies, its part is done again.
TEST(DividedVerification, CountsTheSameWhoeverIsKilled) {
  const Workplace workplace;
  const std::string copy = workplace.copy_of(program("behaviour_programs"), "victim");
  Process search(workplace.heddle(verify({"--jobs", "3"}, copy, {"two_counters", "5"})));
  std::mt19937 random(3);
  for (int i = 0; i < 3; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500 + random() % 300));
    // The first one is heddle's own, and does nothing meanwhile; the others come and go.
    const std::vector<pid_t> running = processes_running(copy);
    if (running.size() > 2) kill(running[1 + random() % (running.size() - 1)], SIGKILL);
  }
  expect_verified(search.finish(), workplace, 34904);
}

#if HEDDLE_FULL_TESTS
TEST(DividedVerification, CountsTheSameForAnyNumberOfJobs) {
  for (const char* const jobs : {"1", "2", "4"}) {
    const Workplace workplace;
    expect_verified(
        workplace.run_heddle(verify({"--jobs", jobs}, program("behaviour_programs"), {"two_counters", "5"})),
        workplace, 34904);
  }
}
#endif

// A search that is stopped after so many executions, and goes on, again and again.
TEST(ResumedVerification, DoesWhatAWholeOneDoes) {
  const std::string copy = program("behaviour_programs");
  const Workplace whole;
  expect_verified(whole.run_heddle(verify({"--jobs", "1", "--digest"}, copy, {"two_counters", "4"})), whole,
                  3334);
  const Workplace workplace;
  for (const char* const executions : {"1", "2", "100", "1717", "3333"}) {
    std::vector<std::string> options = {"--digest", "--executions", executions};
    if (std::string(executions) != "1") options.insert(options.end(), {"--resume", "heddle-out"});
    const Outcome stopped = workplace.run_heddle(verify(options, copy, {"two_counters", "4"}));
    EXPECT_EQ(stopped.status, 4) << describe(stopped);
    EXPECT_THAT(stopped.out, HasSubstr("To go on with it: heddle verify --resume heddle-out"));
    EXPECT_EQ(workplace.results().at("executions"), std::stoi(executions));
  }
  const Outcome resumed = workplace.run_heddle(
      verify({"--jobs", "1", "--digest", "--resume", "heddle-out"}, copy, {"two_counters", "4"}));
  expect_verified(resumed, workplace, 3334);
  EXPECT_EQ(workplace.results().at("digest"), whole.results().at("digest"));
}

// With --memory auto, too, which was sequential consistency at the beginning.
TEST(ResumedVerification, GoesOnUnderTheCppMemoryModel) {
  for (const std::string memory : {"c++", "auto"}) {
    const Workplace workplace;
    const std::string copy = program("behaviour_programs");
    const std::vector<std::string> arguments = {"last_zero", "6", "relaxed"};
    const Outcome stopped =
        workplace.run_heddle(verify({"--memory", memory, "--executions", "40"}, copy, arguments));
    EXPECT_EQ(stopped.status, 4) << describe(stopped);
    const Outcome resumed =
        workplace.run_heddle(verify({"--memory", memory, "--resume", "heddle-out"}, copy, arguments));
    EXPECT_EQ(resumed.status, 0) << describe(resumed);
    EXPECT_THAT(resumed.out, StartsWith("Verified: every behaviour under the C++ memory model while"));
    EXPECT_EQ(workplace.results().at("executions"), memory == "auto" ? 97 : 96);
  }
}

TEST(ResumedVerification, GoesOnAfterAnInterrupt) {
  const Workplace workplace;
  const std::string copy = workplace.copy_of(program("behaviour_programs"), "interrupted");
  Process search(workplace.heddle(verify({"--jobs", "2"}, copy, {"two_counters", "5"})));
  ASSERT_TRUE(eventually(60s, [&] { return processes_running(copy).size() > 2; }));
  std::this_thread::sleep_for(300ms);
  search.signal(SIGINT);
  const Outcome stopped = search.finish();
  EXPECT_EQ(stopped.status, 130) << describe(stopped);
  const std::uint64_t before = workplace.results().at("executions");
  EXPECT_LT(before, 34904u);
  expect_verified(
      workplace.run_heddle(verify({"--jobs", "2", "--resume", "heddle-out"}, copy, {"two_counters", "5"})),
      workplace, 34904);
}

TEST(ResumedVerification, IsRefusedWhereSomethingIsOther) {
  const Workplace workplace;
  const std::string first = workplace.copy_of(program("behaviour_programs"), "first");
  EXPECT_EQ(workplace.run_heddle(verify({"--executions", "10"}, first, {"two_counters", "4"})).status, 4);
  const auto refusal = [&](const std::vector<std::string>& options, const std::string& program,
                           const std::string& size) {
    std::vector<std::string> all = {"--resume", "heddle-out", "--out", "other"};
    all.insert(all.end(), options.begin(), options.end());
    const Outcome refused = workplace.run_heddle(verify(all, program, {"two_counters", size}));
    EXPECT_EQ(refused.status, 2) << describe(refused);
    return refused.err;
  };
  EXPECT_THAT(refusal({}, first, "3"), HasSubstr("with other arguments"));
  EXPECT_THAT(refusal({"--unroll", "3"}, first, "4"), HasSubstr("with other options"));
  EXPECT_THAT(refusal({}, program("random_programs"), "4"), HasSubstr("another build of the program"));
}

}  // namespace
}  // namespace heddle::e2e
