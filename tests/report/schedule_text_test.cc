#include "report/text/schedule_text.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report::schedule_text_test {
namespace {

using testing::Bank;
using testing::Ghost;

RunDescription the_run() {
  RunDescription run;
  run.program = "/nowhere/ghost";
  run.arguments = {"two words", "line\nbreak"};
  run.options.search.strategy = "pct:depth=3";
  run.options.search.seed = 7;
  run.options.search.execution.random_seed = 99;
  run.options.search.execution.expected_exit = 2;
  return run;
}

Bug the_bug() {
  Bug bug;
  bug.id = 1;
  bug.execution = 17;
  bug.report.failure.kind = FailureKind::kExitStatus;
  bug.report.failure.code = 3;
  bug.report.threads = {"main", "main.0"};
  bug.report.schedule = {{0, 2}, {1, 3}, {0, 1}};
  bug.record.kinds = {{OperationKind::kThreadCreate, 0x120},
                      {OperationKind::kLock, 0x340},
                      {OperationKind::kWrite, 0x100456},
                      {OperationKind::kExit, kNoSite}};
  bug.record.steps = {0, 0, 1, 2, 1, 3};
  return bug;
}

TEST(ScheduleText, GoldenFile) {
  const Ghost ghost;
  testing::expect_golden("ghost.schedule.txt", print(schedule_of(the_bug(), the_run(), ghost.places())));
}

TEST(ScheduleText, RoundTrip) {
  const Ghost ghost;
  const Bug bug = the_bug();
  const Result<ScheduleFile> parsed = parse_schedule_file(print(schedule_of(bug, the_run(), ghost.places())));
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(parsed->program, "/nowhere/ghost");
  EXPECT_EQ(parsed->build_id, "c0ffee");
  EXPECT_EQ(parsed->arguments, the_run().arguments);
  EXPECT_EQ(parsed->strategy, "pct:depth=3");
  EXPECT_EQ(parsed->seed, 7u);
  EXPECT_EQ(parsed->execution, 17u);
  EXPECT_EQ(parsed->random_seed, 99u);
  EXPECT_EQ(parsed->expected_exit, 2);
  EXPECT_EQ(parsed->step_limit, the_run().options.search.execution.step_limit);
  EXPECT_EQ(parsed->outcome, FailureKind::kExitStatus);
  EXPECT_EQ(parsed->outcome_text, "exit status 3 (expected 2)");
  EXPECT_EQ(parsed->threads, bug.report.threads);
  EXPECT_EQ(parsed->schedule, bug.report.schedule);
  const StepRecord record = to_step_record(*parsed, ghost.modules());
  EXPECT_EQ(record.kinds, bug.record.kinds);
  EXPECT_EQ(record.steps, bug.record.steps);
}

// Another process has its modules elsewhere, in another order, or not at all.
TEST(ScheduleText, SitesOfAnotherProcess) {
  const Ghost ghost;
  const ScheduleFile file = schedule_of(the_bug(), the_run(), ghost.places());
  ModuleTable moved = ghost.modules();
  moved.modules[0].path = "/elsewhere/ghost";
  moved.modules[0].bias = moved.modules[0].start = 0x400000;
  moved.modules[1].first += 0x5000;
  StepRecord record = to_step_record(file, moved);
  EXPECT_EQ(record.kinds[1], (StepKind{OperationKind::kLock, 0x340}));
  EXPECT_EQ(record.kinds[2], (StepKind{OperationKind::kWrite, 0x105456}));

  moved.modules.pop_back();
  record = to_step_record(file, moved);
  EXPECT_EQ(record.kinds[2], (StepKind{OperationKind::kWrite, kAnySite}));  // it may be loaded by dlopen
  EXPECT_EQ(record.kinds[3], (StepKind{OperationKind::kExit, kNoSite}));

  moved.modules[0].size = 0x200;  // the lock lies beyond it
  EXPECT_EQ(to_step_record(file, moved).kinds[1], StepKind{});
  EXPECT_EQ(to_step_record(file, {}).kinds[0].site, kAnySite);
}

TEST(ScheduleText, PlacesAreNamed) {
  const Bank& bank = Bank::instance();
  Bug bug = the_bug();
  bug.report.failure = testing::failed_assertion(bank);
  bug.record.kinds = {{OperationKind::kLock, bank.site("lock(account.mutex)")}};
  bug.record.steps = {0};
  const ScheduleFile file = schedule_of(bug, the_run(), bank.places());
  EXPECT_EQ(file.kinds[0].module, "bank");
  EXPECT_EQ(file.kinds[0].place, bank.place("lock(account.mutex)") + " in audit_account");
  EXPECT_EQ(file.outcome_text,
            "assertion at " + bank.place("check(total == 200)") + ": `total == 200' failed");
}

TEST(ScheduleText, OddDataStillMakesAFile) {
  Ghost ghost;
  ModuleTable modules = ghost.modules();
  modules.modules[0].path = "/x/odd\nname +0x5";
  symbols::Symbolizer symbolizer;
  const Places places(modules, symbolizer);
  Bug bug = the_bug();
  bug.report.threads = {"", "two words"};
  bug.report.schedule.push_back({5, 1});
  bug.record.kinds.push_back({OperationKind::kRead, 0xfffffff0});
  bug.record.steps = {0, 4, 77};
  bug.report.failure.kind = FailureKind::kAssertion;
  bug.report.failure.text = "a\nb\xff";
  const Result<ScheduleFile> parsed = parse_schedule_file(print(schedule_of(bug, the_run(), places)));
  ASSERT_TRUE(parsed) << parsed.error();
  EXPECT_EQ(parsed->threads.size(), 6u);
  EXPECT_EQ(parsed->steps, (std::vector<std::uint32_t>{0, 4}));
  bug = Bug{};
  EXPECT_TRUE(parse_schedule_file(print(schedule_of(bug, the_run(), places))));
}

TEST(ScheduleText, NamesTheStepWhereTwoReplaysDiffer) {
  const Ghost ghost;
  const std::vector<std::string> threads = {"main", "main.0"};
  DifferingStep difference{40, 1, 0x10, {OperationKind::kLock, 0x14}, {OperationKind::kWrite, 0x20}};
  const Places& places = ghost.places();
  EXPECT_EQ(difference_text(difference, places, threads),
            "two replays differ first at step 41: main.0 went on from " + places.place(0x10) +
                " to 'lock at " + places.place(0x14) + "' in one and to 'write at " + places.place(0x20) +
                "' in the other. Look there for what decided it");
  difference = {0, 7, kNoSite, {OperationKind::kLock, 0x14}, {}};
  EXPECT_EQ(difference_text(difference, places, threads),
            "two replays differ first at step 1: thread 7 went on to 'lock at " + places.place(0x14) +
                "' in one and to where it had to wait in the other. Look there for what decided it");
}

TEST(ScheduleText, Divergence) {
  const Ghost ghost;
  const std::vector<std::string> threads = {"main", "main.0"};
  heddle::Divergence divergence;
  divergence.step = 40;
  divergence.thread = 1;
  divergence.expected = {OperationKind::kLock, 0x14};
  divergence.found = {OperationKind::kWrite, 0x20};
  divergence.reason = "the thread is about to do something else";
  std::string text = divergence_text(divergence, ghost.places(), threads) + "\n";
  divergence.found = {};
  divergence.reason = "the thread cannot go on";
  text += divergence_text(divergence, ghost.places(), threads) + "\n";
  divergence.expected = {};
  text += divergence_text(divergence, ghost.places(), threads) + "\n";
  divergence.found = {OperationKind::kWrite, 0x20};
  text += divergence_text(divergence, ghost.places(), threads) + "\n";
  divergence.schedule_ended = true;
  divergence.step = 41'336;
  divergence.found = {OperationKind::kExit, kNoSite};
  text += divergence_text(divergence, ghost.places(), threads) + "\n";
  divergence.thread = 9;
  text += divergence_text(divergence, ghost.places(), threads) + "\n";
  text += divergence_text({}, ghost.places(), {}) + "\n";
  testing::expect_golden("divergence.txt", text);
}

}  // namespace
}  // namespace heddle::report::schedule_text_test
