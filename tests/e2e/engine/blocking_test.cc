// Calls that block in the system: on what another thread provides, on what another process provides, and on
// what nobody provides.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

TEST(BlockingCalls, DoWhatTheyPromise) {
  const Outcome native = run({{program("blocking_calls")}});
  ASSERT_EQ(native.out, "ALL OK\n") << "without control: " << describe(native);
  for (const std::string strategy : {"random", "random:switch=0.1", "fifo"}) {
    const Workplace workplace;
    const Outcome search = workplace.run_heddle({"run", "--strategy", strategy, "--executions",
                                                 HEDDLE_FULL_TESTS ? "1000" : "10", "--time", "10m", "--",
                                                 program("blocking_calls")});
    EXPECT_EQ(search.status, 0) << describe(search) << workplace.read("heddle-out/bug-1.output");
  }
}

class Outside : public ::testing::TestWithParam<const char*> {};

// What another process does is waited for, and asking for it again and again is no livelock.
TEST_P(Outside, IsWaitedFor) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--executions", "20", "--", program("outside"), GetParam()});
  EXPECT_EQ(search.status, 0) << describe(search);
  EXPECT_EQ(workplace.results().at("executions"), 20);
}

INSTANTIATE_TEST_SUITE_P(Ways, Outside,
                         ::testing::Values("asking_child", "asking_pipe", "heartbeat", "patient", "reader",
                                           "signal_thread"),
                         [](const auto& each) { return each.param; });

// Whether the child had spoken yet when the search chose is not in the schedule: a replay waits for it.
TEST(Outside, IsWaitedForByReplays) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--quiet", "--", program("outside"), "racing_reader"});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json bug = workplace.results().at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), "assertion");
  EXPECT_EQ(bug.at("stable"), true) << describe(search);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule", "--repeat", "5"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("5 of 5 replays were identical"));
}

struct NeverEnds {
  const char* name;
  const char* kind;
  const char* named;  // in the report
};

void PrintTo(const NeverEnds& wait, std::ostream* stream) {
  *stream << wait.name;
}

class Forever : public ::testing::TestWithParam<NeverEnds> {};

TEST_P(Forever, IsReported) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--execution-timeout", "1s", "--executions", "30", "--", program("outside"), GetParam().name});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), GetParam().kind);
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true) << describe(search);
  EXPECT_THAT(search.out, HasSubstr(GetParam().named));
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
}

// A deadlock where all ends are in the process; where a child has one, nobody can know.
constexpr NeverEnds kForever[] = {
    {"both_write", "deadlock", "waits for room to write to a descriptor"},
    {"epoll_of_own", "deadlock", "waits for one of its descriptors to be ready"},
    {"silent_child", "livelock", "nothing came from another process"},
};

INSTANTIATE_TEST_SUITE_P(Ways, Forever, ::testing::ValuesIn(kForever),
                         [](const auto& each) { return each.param.name; });

TEST(Output, IsNoSchedulingPoint) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--executions", "10", "--", program("outside"), "chatter"});
  ASSERT_EQ(search.status, 0) << describe(search);
  // Two thousand lines in each.
  EXPECT_LT(workplace.results().at("events"), 10 * 200);
}

}  // namespace
}  // namespace heddle::e2e
