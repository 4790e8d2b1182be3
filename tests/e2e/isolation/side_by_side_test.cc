// Whatever --jobs says, the executions are the same and their results are: also when workers die, and when
// the user has had enough.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <thread>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Command search_with(const Workplace& workplace, const std::string& jobs,
                    const std::vector<std::string>& options, const std::vector<std::string>& words) {
  std::vector<std::string> arguments{"run", "--quiet", "--no-shrink", "--until", "budget",     "--time",
                                     "1h",  "--jobs",  jobs,          "--out",   "jobs" + jobs};
  arguments.insert(arguments.end(), options.begin(), options.end());
  arguments.push_back("--");
  arguments.insert(arguments.end(), words.begin(), words.end());
  Command command = workplace.heddle(arguments);
  // Executions are shared out at once, not after a while.
  command.environment["HEDDLE_TEST_LEAVE_OUT"] = "patience";
  return command;
}

Json what_is_the_same(const Workplace& workplace, const std::string& folder) {
  Json results = workplace.results(folder);
  forget_time(results);
  results.erase("program");
  for (Json& bug : results.at("bugs"))
    for (const char* key : {"seconds", "replay", "schedule"}) bug.erase(key);
  return results;
}

void expect_same_for_any_jobs(const std::vector<std::string>& options,
                              const std::vector<std::string>& words) {
  const Workplace workplace;
  for (const char* jobs : {"1", "2", "3"}) {
    const Outcome outcome = run(search_with(workplace, jobs, options, words));
    EXPECT_LE(outcome.status, 1) << describe(outcome);
    EXPECT_THAT(outcome.out, Not(HasSubstr("processes of their own"))) << describe(outcome);
  }
  const Json one = what_is_the_same(workplace, "jobs1");
  EXPECT_EQ(what_is_the_same(workplace, "jobs2"), one);
  EXPECT_EQ(what_is_the_same(workplace, "jobs3"), one);
  for (std::size_t bug = 1; bug <= one.at("bugs").size(); ++bug) {
    const std::string file = "/bug-" + std::to_string(bug) + ".schedule";
    EXPECT_EQ(workplace.read("jobs3" + file), workplace.read("jobs1" + file));
  }
}

class Jobs : public ::testing::TestWithParam<const char*> {};

TEST_P(Jobs, AreTheSameToEveryStrategy) {
  expect_same_for_any_jobs({"--strategy", GetParam(), "--executions", HEDDLE_FULL_TESTS ? "5000" : "600"},
                           {program("overdraft")});
}

INSTANTIATE_TEST_SUITE_P(With, Jobs,
                         ::testing::Values("random", "auto", "pct", "pos", "surw", "rpro", "tsa", "iroot",
                                           "deadlock-fuzzer", "hars", "dfs"),
                         [](const auto& each) {
                           std::string name = each.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(Jobs, AreTheSameEventByEvent) {
  expect_same_for_any_jobs({"--digest", "--executions", "300", "--coverage", "all"}, {program("overdraft")});
}

TEST(Jobs, AreTheSameWhereExecutionsFailInManyWays) {
  expect_same_for_any_jobs({"--executions", "200"}, {program("leftovers"), "crash_in_thread"});
  expect_same_for_any_jobs({"--executions", "200", "--max-bugs", "3"}, {program("lock_order")});
}

// Whether a state comes back is seen by comparing all memory, without that of the workers.
TEST(Jobs, SeeALivelock) {
  const Workplace workplace;
  const Outcome outcome = run(search_with(workplace, "5", {"--executions", "2"}, {program("spin_on_lost_flag")}));
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("livelock: nothing changes any more")) << describe(outcome);
}

TEST(Jobs, FindTheBugThatOneFindsFirst) {
  const Workplace workplace;
  for (const char* jobs : {"1", "3"})
    EXPECT_EQ(run(search_with(workplace, jobs, {"--until", "first-bug"}, {program("lost_update")})).status,
              1);
  EXPECT_EQ(what_is_the_same(workplace, "jobs3"), what_is_the_same(workplace, "jobs1"));
}

pid_t any_of(const std::vector<pid_t>& processes, std::size_t number) {
  return processes.empty() ? 0 : processes[number % processes.size()];
}

// The processes of the program without the explorer, which is the oldest.
std::vector<pid_t> workers_of(const std::string& program) {
  std::vector<pid_t> processes = processes_running(program);
  std::sort(processes.begin(), processes.end());
  if (!processes.empty()) processes.erase(processes.begin());
  return processes;
}

class KilledWorkers : public ::testing::TestWithParam<const char*> {};

// With a digest, each execution is passed on by itself; without, as sums.
TEST_P(KilledWorkers, CostNothing) {
  const Workplace workplace;
  const std::string executions = HEDDLE_FULL_TESTS ? "1000000" : "10000";
  std::vector<std::string> options{"--executions", executions};
  if (*GetParam() != '\0') options.push_back(GetParam());
  const std::string copy = workplace.copy_of(program("leaking"), "victim");
  EXPECT_EQ(run(search_with(workplace, "1", options, {copy, "return"})).status, 0);
  Process search(search_with(workplace, "3", options, {copy, "return"}));
  int kills = 0;
  for (std::size_t i = 0; i < (HEDDLE_FULL_TESTS ? 50 : 20); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10 + 7 * (i % 5)));
    const pid_t worker = any_of(workers_of(copy), i);
    if (worker != 0 && kill(worker, SIGKILL) == 0) ++kills;
  }
  const Outcome outcome = search.finish();
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
  EXPECT_EQ(what_is_the_same(workplace, "jobs3"), what_is_the_same(workplace, "jobs1")) << describe(outcome);
  EXPECT_GT(kills, 0);
}

INSTANTIATE_TEST_SUITE_P(Of, KilledWorkers, ::testing::Values("", "--digest"),
                         [](const auto& each) { return *each.param == '\0' ? "Sums" : "Digests"; });

// What was explored until then is what a search of just so many executions explores.
TEST(Jobs, LoseNothingWhenInterrupted) {
  const Workplace workplace;
  const std::string copy = workplace.copy_of(program("leaking"), "interrupted");
  Process search(search_with(workplace, "3", {"--digest", "--executions", "100000000"}, {copy, "return"}));
  EXPECT_TRUE(eventually(std::chrono::seconds(60), [&] { return workers_of(copy).size() == 3; }));
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  search.signal(SIGINT);
  search.finish();
  const Json interrupted = what_is_the_same(workplace, "jobs3");
  const std::string executions = std::to_string(interrupted.at("executions").get<std::uint64_t>());
  run(search_with(workplace, "1", {"--digest", "--executions", executions}, {copy, "return"}));
  const Json same = what_is_the_same(workplace, "jobs1");
  for (const char* key : {"executions", "digest", "steps"})
    EXPECT_EQ(interrupted.at(key), same.at(key)) << key;
}

TEST(Jobs, AreOneWhereTheyWouldMeet) {
  const Workplace workplace;
  const auto said_with = [&](const std::vector<std::string>& options, const std::string& name) {
    const Outcome outcome = run(search_with(workplace, "3", options, {program(name)}));
    return outcome.out;
  };
  const std::vector<std::string> few{"--executions", "300"};
  EXPECT_THAT(said_with(few, "overdraft"), Not(HasSubstr("one execution at a time")));
  EXPECT_THAT(said_with({"--executions", "300", "--strategy", "dfs"}, "overdraft"),
              HasSubstr("learns from every execution"));
  EXPECT_THAT(said_with({"--executions", "20", "--isolation", "fork"}, "overdraft"),
              HasSubstr("each is a process of its own"));
}

}  // namespace
}  // namespace heddle::e2e
