// heddle::explore, by the scenarios of bodies.cc: each is a process of its own that prints its result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <sstream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class InProcess : public ::testing::Test {
 protected:
  using Values = std::map<std::string, std::string>;

  Values explore(const std::string& scenario,
                 const std::map<std::string, std::string>& environment = {}) const {
    const Outcome outcome =
        run({start_of(program("bodies"), {scenario}), workplace_.folder(), "", environment});
    EXPECT_EQ(outcome.status, 0) << describe(outcome);
    EXPECT_EQ(outcome.err, "") << "exploring prints nothing";
    Values values;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);)
      values[line.substr(0, line.find('='))] = line.substr(line.find('=') + 1);
    EXPECT_EQ(values["end"], "reached") << "the program goes on after explore\n" << describe(outcome);
    return values;
  }

  // Explores until it fails in this way, and replays the schedule in another process.
  void expect_failure(const std::string& scenario, const std::string& kind, const std::string& words) const {
    Values found = explore(scenario);
    EXPECT_EQ(found["ok"], "0");
    EXPECT_EQ(found["kind"], kind);
    EXPECT_THAT(found["message"], HasSubstr(words));
    EXPECT_EQ(found["stable"], "1");
    EXPECT_EQ(found["failed"], "1");
    EXPECT_EQ(found["error"], "");
    EXPECT_EQ(found["schedule_file"], "heddle-bodies-1.schedule");
    ASSERT_TRUE(workplace_.exists("heddle-bodies-1.schedule"));

    Values replayed = explore(scenario, {{"HEDDLE_REPLAY", found["schedule_file"]}});
    EXPECT_EQ(replayed["executions"], "1");
    EXPECT_EQ(replayed["kind"], kind);
    EXPECT_EQ(replayed["message"], found["message"]);
    EXPECT_EQ(replayed["error"], "");
  }

  void expect_error(const std::string& scenario, const std::string& words) const {
    Values values = explore(scenario);
    EXPECT_EQ(values["ok"], "0");
    EXPECT_THAT(values["error"], HasSubstr(words));
    EXPECT_EQ(values["executions"], "0");
    EXPECT_EQ(values["kind"], "");
    EXPECT_EQ(values["schedule_file"], "");
  }

  Workplace workplace_;
};

// An emulator does not show which pages were written to.
bool cannot_restore(std::map<std::string, std::string>& values) {
  return std::getenv("HEDDLE_TEST_EMULATOR") != nullptr &&
         values["error"].starts_with("memory cannot be restored");
}

TEST_F(InProcess, PassingBodyUsesItsBudget) {
  for (const char* scenario : {"passing", "caught_exception", "heap"}) {
    SCOPED_TRACE(scenario);
    Values values = explore(scenario);
    EXPECT_EQ(values["ok"], "1");
    EXPECT_EQ(values["executions"], "2000");
    EXPECT_EQ(values["failed"], "0");
    EXPECT_EQ(values["message"], "");
    EXPECT_EQ(values["schedule_file"], "");
    EXPECT_FALSE(workplace_.exists("heddle-bodies-1.schedule"));
  }
}

TEST_F(InProcess, LostUpdate) {
  expect_failure("lost_update", "assertion", "counter == 2");
}

TEST_F(InProcess, Deadlock) {
  expect_failure("deadlock", "deadlock", "");
}

TEST_F(InProcess, LostSignal) {
  expect_failure("lost_signal", "deadlock", "");
}

TEST_F(InProcess, Crash) {
  expect_failure("crash", "crash", "");
}

TEST_F(InProcess, ExceptionOutOfTheBody) {
  expect_failure("exception", "uncaught-exception", "the second came first");
}

TEST_F(InProcess, ExceptionOutOfAThread) {
  expect_failure("thread_exception", "uncaught-exception", "not ready");
}

TEST_F(InProcess, ThreadLeftBehind) {
  expect_failure("left_thread", "left-behind", "main.0");
}

TEST_F(InProcess, LockLeftBehind) {
  expect_failure("left_lock", "left-behind", "left a lock behind");
}

TEST_F(InProcess, Livelock) {
  expect_failure("livelock", "livelock", "");
}

TEST_F(InProcess, Exit) {
  expect_failure("exit", "exit-status", "the body called exit");
}

TEST_F(InProcess, TellsFileAndLine) {
  Values found = explore("lost_update");
  EXPECT_THAT(found["message"], ::testing::ContainsRegex("assertion at .*bodies\\.cc:[0-9]+"));
  EXPECT_THAT(found["report"], HasSubstr("The threads at that moment:")) << "as heddle run tells it";
}

TEST_F(InProcess, DataRace) {
  Values found = explore("race");
  EXPECT_EQ(found["ok"], "0");
  EXPECT_EQ(found["kind"], "data-race");
  EXPECT_THAT(found["message"], ::testing::ContainsRegex("data race .*bodies\\.cc:[0-9]+"));
  EXPECT_EQ(found["stable"], "1");
  EXPECT_EQ(found["failed"], "0") << "a race does not end an execution";
  EXPECT_EQ(found["races"], "1");
  Values replayed = explore("race", {{"HEDDLE_REPLAY", found["schedule_file"]}});
  EXPECT_EQ(replayed["kind"], "data-race");
  EXPECT_EQ(replayed["message"], found["message"]);
  EXPECT_EQ(explore("race_ignored")["ok"], "1");
  Values all = explore("all_races");
  EXPECT_EQ(all["executions"], "500");
  EXPECT_EQ(all["kind"], "data-race");
  EXPECT_EQ(all["races"], "1");
}

TEST_F(InProcess, WhatARaceLeadsToIsWorthMore) {
  Values found = explore("race_and_failure");
  EXPECT_EQ(found["kind"], "assertion");
  EXPECT_EQ(found["races"], "1");
}

TEST_F(InProcess, RaceIsToldEvenIfItCannotBeRepeated) {
  Values found = explore("unstable_race");
  EXPECT_EQ(found["kind"], "data-race") << "in a fresh process the body takes the lock";
  EXPECT_EQ(found["stable"], "0");
  EXPECT_NE(found["unstable_reason"], "");
}

TEST_F(InProcess, FindsRacesInRestoredMemory) {
  Values found = explore("restored_race");
  if (cannot_restore(found)) GTEST_SKIP() << found["error"];
  EXPECT_EQ(found["kind"], "data-race");
  EXPECT_EQ(found["stable"], "1");
}

TEST_F(InProcess, ConfirmingAndShrinkingPrintNothing) {
  const Outcome outcome = run({start_of(program("bodies"), {"printing"}), workplace_.folder(), "", {}});
  std::size_t lines = 0, executions = 0;
  std::istringstream words(outcome.out);
  for (std::string line; std::getline(words, line);) {
    lines += line == "the body prints" ? 1 : 0;
    if (line.starts_with("executions=")) executions = std::stoul(line.substr(11));
  }
  EXPECT_EQ(lines, executions) << outcome.out;
}

TEST_F(InProcess, ShrinksTheSchedule) {
  Values found = explore("long_way_as_found"), shrunk = explore("long_way");
  EXPECT_EQ(shrunk["kind"], "assertion");
  EXPECT_EQ(shrunk["stable"], "1");
  EXPECT_LT(std::stoi(shrunk["context_switches"]), std::stoi(found["context_switches"]));
  EXPECT_LE(std::stoi(shrunk["context_switches"]), 2);
  EXPECT_EQ(explore("long_way", {{"HEDDLE_REPLAY", shrunk["schedule_file"]}})["kind"], "assertion");
}

TEST_F(InProcess, MeasuresCoverage) {
  Values values = explore("coverage");
  EXPECT_EQ(values["ok"], "1");
  EXPECT_THAT(values["coverage.sync-pairs"], ::testing::MatchesRegex("[1-9][0-9]* of [1-9][0-9]*"));
  EXPECT_THAT(values["coverage.iroots"], ::testing::MatchesRegex("[1-9][0-9]* of [1-9][0-9]*"));
  EXPECT_EQ(explore("passing").count("coverage.sync-pairs"), 0u);
}

TEST_F(InProcess, StateOutsideTheBodyIsKept) {
  Values values = explore("counting");
  EXPECT_EQ(values["ok"], "1");
  EXPECT_EQ(values["executions"], "500");
  EXPECT_EQ(values["calls"], "500");
  EXPECT_EQ(values["outcomes"], "500");
  EXPECT_EQ(values["both"], "1") << "both orders of the two threads are met";
}

TEST_F(InProcess, GlobalStateIsPutBackWhenAskedFor) {
  Values kept = explore("globals");
  EXPECT_EQ(kept["kind"], "assertion") << "the second execution finds what the first one left";
  EXPECT_EQ(kept["executions"], "2");
  Values restored = explore("restored_globals");
  if (cannot_restore(restored)) GTEST_SKIP() << restored["error"];
  EXPECT_EQ(restored["ok"], "1") << restored["message"] << restored["error"];
  EXPECT_EQ(restored["executions"], "3000");
  EXPECT_EQ(restored["on_our_stack"], "3000") << "the caller's own variables are his";
  EXPECT_EQ(restored["log"], "0");
  EXPECT_EQ(restored["visits"], "0");
}

TEST_F(InProcess, MemoryIsPutBackAfterFailuresToo) {
  Values values = explore("restored_crash");
  if (cannot_restore(values)) GTEST_SKIP() << values["error"];
  EXPECT_EQ(values["kind"], "crash");
  EXPECT_EQ(values["stable"], "1");
  EXPECT_EQ(values["executions"], "10000");
  EXPECT_GT(std::stoi(values["failed"]), 100);
}

TEST_F(InProcess, ExploresAgainAndAgain) {
  Values values = explore("twice");
  EXPECT_EQ(values["first.ok"], "1");
  EXPECT_EQ(values["first.executions"], "500");
  EXPECT_EQ(values["second.kind"], "assertion");
  EXPECT_EQ(values["second.stable"], "1");
  EXPECT_EQ(values["second.schedule_file"], "heddle-bodies-2.schedule");
  EXPECT_EQ(values["third.kind"], "deadlock");
  EXPECT_EQ(values["third.stable"], "1");
  EXPECT_EQ(values["third.schedule_file"], "heddle-bodies-3.schedule");

  Values replayed = explore("twice", {{"HEDDLE_REPLAY", "heddle-bodies-2.schedule"}});
  EXPECT_EQ(replayed["first.executions"], "0") << "another call's schedule";
  EXPECT_EQ(replayed["second.executions"], "1");
  EXPECT_EQ(replayed["second.kind"], "assertion");
  EXPECT_EQ(replayed["third.executions"], "0");
}

TEST_F(InProcess, ThreadsBeforeAndAfterAreTheSystems) {
  Values values = explore("threads_around");
  EXPECT_EQ(values["native_before"], "1");
  EXPECT_EQ(values["kind"], "assertion");
  EXPECT_EQ(values["native_after"], "1");
  EXPECT_EQ(values["sum"], "8");
}

TEST_F(InProcess, CountsAllFailuresWhenAskedTo) {
  Values values = explore("all_failures");
  EXPECT_EQ(values["executions"], "500");
  EXPECT_GT(std::stoi(values["failed"]), 1);
  EXPECT_LT(std::stoi(values["failed"]), 500);
  EXPECT_EQ(values["kind"], "assertion");
}

TEST_F(InProcess, OptionsDecide) {
  Values named = explore("named_file");
  EXPECT_EQ(named["schedule_file"], "my.schedule");
  EXPECT_TRUE(workplace_.exists("my.schedule"));
  EXPECT_FALSE(workplace_.exists("heddle-bodies-1.schedule"));
  EXPECT_EQ(explore("other_strategy")["kind"], "assertion");
  EXPECT_EQ(explore("other_seed")["kind"], "assertion");
  EXPECT_EQ(explore("other_seed"), explore("other_seed")) << "the same seed, the same search";
}

TEST_F(InProcess, SeesWhatTheMemoryModelAllows) {
  EXPECT_EQ(explore("store_buffering_sequential")["kind"], "");
  Values found = explore("store_buffering");
  EXPECT_EQ(found["kind"], "assertion");
  EXPECT_EQ(found["stable"], "1");
  EXPECT_EQ(explore("store_buffering", {{"HEDDLE_REPLAY", found["schedule_file"]}})["kind"], "assertion");
}

TEST_F(InProcess, BugIsToldEvenIfItsScheduleCannotBeWritten) {
  Values values = explore("unwritable_file");
  EXPECT_EQ(values["kind"], "assertion");
  EXPECT_EQ(values["ok"], "0");
  EXPECT_EQ(values["schedule_file"], "");
}

TEST_F(InProcess, WrongOptionsAreErrors) {
  expect_error("wrong_strategy", "telepathy");
  expect_error("wrong_granularity", "granularity is one of sync, shared, all");
  expect_error("wrong_coverage", "'lines' is not a coverage metric");
  expect_error("wrong_races", "races is one of report, ignore");
  expect_error("wrong_memory", "memory is one of auto, c++, sc");
}

TEST_F(InProcess, RefusesToExploreBesideAThread) {
  expect_error("beside_a_thread", "while no other thread runs");
}

TEST_F(InProcess, DamagedScheduleIsAnError) {
  workplace_.write("bad.schedule", "heddle schedule 1\nrubbish\n");
  EXPECT_THAT(explore("lost_update", {{"HEDDLE_REPLAY", "bad.schedule"}})["error"], HasSubstr("rubbish"));
  EXPECT_NE(explore("lost_update", {{"HEDDLE_REPLAY", "missing.schedule"}})["error"], "");
}

// "h2:..." of the schedule that was found.
std::string line_of(const Workplace& workplace, const std::string& file) {
  const Outcome printed = workplace.run_heddle({"replay", "--line", file});
  EXPECT_EQ(printed.status, 0) << describe(printed);
  const std::size_t begin = printed.out.find("h2:");
  if (begin == std::string::npos) return {};
  return printed.out.substr(begin, printed.out.find_first_of(" '\n", begin) - begin);
}

TEST_F(InProcess, ALineIsARegressionTest) {
  const Values found = explore("lost_update");
  const std::string line = line_of(workplace_, found.at("schedule_file"));
  ASSERT_NE(line, "");

  Values again = explore("replay_lost_update", {{"TEST_SCHEDULE", line}});
  EXPECT_EQ(again["ok"], "0");
  EXPECT_EQ(again["executions"], "1");
  EXPECT_EQ(again["kind"], "assertion");
  EXPECT_EQ(again["message"], found.at("message"));
  Values by_file = explore("replay_lost_update", {{"TEST_SCHEDULE", found.at("schedule_file")}});
  EXPECT_EQ(by_file["kind"], "assertion");

  // Once the body is repaired the test passes, although its operations are others.
  Values repaired = explore("replay_repaired", {{"TEST_SCHEDULE", line}});
  EXPECT_EQ(repaired["ok"], "1") << repaired["error"];
  EXPECT_EQ(repaired["executions"], "1");
}

TEST_F(InProcess, ALineInTheEnvironmentIsReplayed) {
  const Values found = explore("lost_update");
  const std::string line = line_of(workplace_, found.at("schedule_file"));
  Values replayed = explore("lost_update", {{"HEDDLE_REPLAY", line}});
  EXPECT_EQ(replayed["executions"], "1");
  EXPECT_EQ(replayed["kind"], "assertion");
  EXPECT_EQ(replayed["message"], found.at("message"));
}

TEST_F(InProcess, ADamagedLineIsAnError) {
  const Values found = explore("lost_update");
  std::string line = line_of(workplace_, found.at("schedule_file"));
  ASSERT_GT(line.size(), 12u);
  line[line.size() / 2] = line[line.size() / 2] == 'A' ? 'B' : 'A';
  EXPECT_NE(explore("replay_lost_update", {{"TEST_SCHEDULE", line}})["error"], "");
  EXPECT_NE(explore("lost_update", {{"HEDDLE_REPLAY", line}})["error"], "");
  EXPECT_NE(explore("replay_lost_update", {{"TEST_SCHEDULE", "no.schedule"}})["error"], "");
}

TEST_F(InProcess, ScheduleIsNotForHeddleReplay) {
  explore("lost_update");
  const Outcome refused = workplace_.run_heddle({"replay", "heddle-bodies-1.schedule"});
  EXPECT_EQ(refused.status, 2) << describe(refused);
  EXPECT_THAT(refused.err, HasSubstr("HEDDLE_REPLAY=heddle-bodies-1.schedule"));
}

// Explored as a whole, the body is a part of the program and runs once an execution.
TEST_F(InProcess, WholeProgramCanBeExploredToo) {
  const Outcome search = workplace_.run_heddle({"run", "--", program("bodies"), "lost_update"});
  EXPECT_EQ(search.status, 1) << describe(search);
  EXPECT_EQ(workplace_.results().at("bugs").at(0).at("kind"), "assertion");
}

}  // namespace
}  // namespace heddle::e2e
