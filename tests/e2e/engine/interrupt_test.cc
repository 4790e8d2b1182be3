// Ctrl-C keeps the results; whatever ends heddle, nothing of the program stays behind.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class Interrupt : public ::testing::Test {
 protected:
  // A search without an end, of a program that no other test runs.
  Command endless(const std::string& name, const std::vector<std::string>& arguments = {}) {
    copy_ = workplace_.copy_of(program(name), "endless");
    Command command = workplace_.heddle(
        {"run", "--executions", "1000000000", "--time", "1h", "--execution-timeout", "1h", "--", copy_});
    command.words.insert(command.words.end(), arguments.begin(), arguments.end());
    return command;
  }

  // The explorer, and an execution.
  bool is_running() const { return processes_running(copy_).size() >= 2; }

  bool has_executed(std::size_t count) const { return workplace_.read("diary").size() >= count; }

  bool is_gone() const { return processes_running(copy_).empty(); }

  Workplace workplace_;
  std::string copy_;
};

TEST_F(Interrupt, ByCtrlCKeepsTheResults) {
  Process search(endless("diary", {workplace_.path("diary")}));
  ASSERT_TRUE(eventually(30s, [&] { return has_executed(10); }));
  search.signal(SIGINT);
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("Interrupted"));
  const Json results = workplace_.results();
  EXPECT_EQ(results.at("end"), "interrupted");
  EXPECT_GT(results.at("executions"), 0);
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

TEST_F(Interrupt, ByTerminationKeepsTheResults) {
  Process search(endless("lost_update_fixed"));
  ASSERT_TRUE(eventually(30s, [&] { return is_running(); }));
  search.signal(SIGTERM);
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_EQ(workplace_.results().at("end"), "interrupted");
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

TEST_F(Interrupt, ByCtrlCKeepsTheBugsThatWereFound) {
  Command command = endless("diary", {workplace_.path("diary"), "fail"});
  command.words.insert(command.words.begin() + 2, {"--until", "budget"});
  Process search(command);
  ASSERT_TRUE(eventually(30s, [&] { return has_executed(10); }));
  search.signal(SIGINT);
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_EQ(workplace_.results().at("bugs").size(), 1);
  EXPECT_TRUE(workplace_.exists("heddle-out/bug-1.schedule"));
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

// The execution would take days.
TEST_F(Interrupt, ByCtrlCDoesNotWaitForALongExecution) {
  Command command = endless("ten_million", {"1000000000000"});
  command.timeout = 60s;
  Process search(command);
  ASSERT_TRUE(eventually(30s, [&] { return is_running(); }));
  search.signal(SIGINT);
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 130) << describe(outcome);
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

// The environment is not part of a schedule.
TEST_F(Interrupt, EndsALongReplayAndALongExplanation) {
  workplace_.write("slow.cc",
                   "#include <cstdlib>\n#include <thread>\n"
                   "int main() {\n"
                   "  if (std::getenv(\"SLOW\") != nullptr) for (volatile bool on = true; on;) {}\n"
                   "  std::thread([] { std::abort(); }).join();\n"
                   "}\n");
  const Outcome compiled = workplace_.run_heddle({"c++", "-g", "slow.cc", "-o", "slow"});
  ASSERT_EQ(compiled.status, 0) << describe(compiled);
  const Outcome found = workplace_.run_heddle({"run", "--quiet", "--", "./slow"});
  ASSERT_EQ(found.status, 1) << describe(found);
  copy_ = workplace_.path("slow");
  for (const char* const verb : {"replay", "explain"}) {
    Command command = workplace_.heddle({verb, "heddle-out/bug-1.schedule"});
    command.environment["SLOW"] = "1";
    Process process(command);
    ASSERT_TRUE(eventually(30s, [&] { return is_running(); }));
    process.signal(SIGTERM);
    const Outcome outcome = process.finish();
    EXPECT_EQ(outcome.status, 128 + SIGTERM) << verb << describe(outcome);
    EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
  }
}

TEST_F(Interrupt, BySigkillLeavesNothingBehind) {
  Process search(endless("lost_update_fixed"));
  ASSERT_TRUE(eventually(30s, [&] { return is_running(); }));
  search.signal(SIGKILL);
  EXPECT_EQ(search.finish().status, 128 + SIGKILL);
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

TEST_F(Interrupt, BySigkillEndsALongExecution) {
  Process search(endless("ten_million", {"1000000000000"}));
  ASSERT_TRUE(eventually(30s, [&] { return is_running(); }));
  search.signal(SIGKILL);
  EXPECT_EQ(search.finish().status, 128 + SIGKILL);
  EXPECT_TRUE(eventually(30s, [&] { return is_gone(); }));
}

}  // namespace
}  // namespace heddle::e2e
