#include "report/text/summary.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "report/model/text.h"
#include "report/text/bug_groups.h"
#include "workshop.h"

namespace heddle::report::summary_test {
namespace {

using host::HuntEnd;
using host::HuntResult;
using testing::Bank;
using ::testing::HasSubstr;
using testing::kPlain;
using ::testing::Not;

RunDescription the_run() {
  RunDescription run;
  run.program = "./bank";
  return run;
}

HuntResult the_result() {
  HuntResult result;
  result.totals.executions = 10'000;
  result.totals.steps = 2'345'678;
  result.seconds = 12.34;
  result.saw_threads = true;
  return result;
}

Bug the_bug(unsigned id, const Failure& failure) {
  Bug bug;
  bug.id = id;
  bug.execution = 17;
  bug.report.failure = failure;
  return bug;
}

HuntResult one_bug() {
  HuntResult result = the_result();
  result.end = HuntEnd::kFirstBug;
  result.totals.executions = 17;
  result.totals.steps = 3'021;
  result.seconds = 0.02;
  result.bugs = {the_bug(1, testing::lock_order_deadlock(Bank::instance()))};
  return result;
}

std::string text_of(const HuntResult& result, const RunDescription& run = the_run()) {
  const std::string text = summary(result, run, Bank::instance().places(), kPlain);
  EXPECT_LE(testing::widest_line(text), line_width()) << text;
  return text;
}

std::string unwrapped(const HuntResult& result) {
  return std::regex_replace(text_of(result), std::regex("\\s+"), " ");
}

TEST(Summary, NoBug) {
  testing::expect_golden("summary_no_bug.txt", text_of(the_result()));
}

TEST(Summary, OneBug) {
  testing::expect_golden("summary_one_bug.txt", text_of(one_bug()));
}

TEST(Summary, OfADeadlockHasItsDepthAndRadius) {
  HuntResult result = one_bug();
  result.bugs[0].tactic = "surwp";
  result.bugs[0].depth = 3;
  result.bugs[0].radius = 1'017;
  testing::expect_golden("summary_deadlock_depth.txt", text_of(result));
  result.bugs[0].radius = 0;
  EXPECT_NE(text_of(result).find("at most 3\n"), std::string::npos);
}

TEST(Summary, SaysWhatAShrunkBugComesDownTo) {
  HuntResult result = one_bug();
  Bug& bug = result.bugs[0];
  const Failure& failure = bug.report.failure;
  bug.report.schedule = {{0, 10}, {1, 2}, {2, 2}};
  bug.preemptions = {12};
  bug.shrinking.done = true;
  bug.shrinking.from = 1'017;
  bug.shrinking.essence.pairs = {{{2, failure.threads[1].next}, {1, failure.threads[1].next}}};
  bug.shrinking.essence.pairs[0].before.what.site = failure.threads[2].held[0].site;
  testing::expect_golden("summary_shrunk.txt", text_of(result));
  bug.shrinking.ended_early = "the time for it was over";
  EXPECT_NE(text_of(result).find("there may be a shorter schedule: the time"), std::string::npos);
}

TEST(Summary, SaysWhichDeadlinesHadToComeEarly) {
  HuntResult result = one_bug();
  Bug& bug = result.bugs[0];
  bug.report.threads = {"main", "main.0", "main.1"};
  EarlyDeadline& deadline = bug.report.early.first[0];
  deadline = {.lasts = 50'000'000,
              .site = bug.report.failure.site,
              .thread = 1,
              .other = 2,
              .others = 1,
              .sleeps = true};
  bug.report.early.count = 1;
  EXPECT_THAT(unwrapped(result), HasSubstr("in this schedule the sleep of 50 ms at bank.cc:"));
  bug.shrinking.done = true;
  EXPECT_THAT(unwrapped(result), HasSubstr("only if the sleep of 50 ms at bank.cc:"));
  EXPECT_THAT(unwrapped(result), HasSubstr("ends before main.1 goes on"));
  deadline.others = 3;
  deadline.sleeps = false;
  EXPECT_THAT(unwrapped(result), HasSubstr("the wait of 50 ms"));
  EXPECT_THAT(unwrapped(result), HasSubstr("ends before main.1 and 2 other threads go on"));
  bug.report.early.count = 6;
  EXPECT_THAT(unwrapped(result), HasSubstr("2 more waits likewise"));
}

TEST(Summary, SaysHowFarDeadlinesMightHaveComeEarly) {
  HuntResult result = the_result();
  EXPECT_THAT(unwrapped(result), HasSubstr("reorderings are not explored. "));
  result.totals.held_back = 7;
  RunDescription run = the_run();
  run.options.search.execution.stall = 100'000'000;
  const auto text = [&] { return std::regex_replace(text_of(result, run), std::regex("\\s+"), " "); };
  EXPECT_THAT(text(),
              HasSubstr("not explored, nor sleeps and time-outs that end more than 100 ms early (--stall)."));
  result.end = HuntEnd::kExhausted;
  result.claim = "every schedule";
  EXPECT_THAT(text(), HasSubstr("memory, where sleeps and time-outs end at most 100 ms early (--stall)."));
  run.options.search.execution.stall = 0;
  EXPECT_THAT(text(), HasSubstr("not explored, nor sleeps and time-outs that end early (--stall)."));
  EXPECT_THAT(text(), HasSubstr("memory, where sleeps and time-outs never end early (--stall)."));
}

TEST(Summary, SeveralBugsOneOfThemUnstable) {
  const Bank& bank = Bank::instance();
  HuntResult result = the_result();
  result.end = HuntEnd::kMaxBugs;
  result.bugs = {the_bug(1, testing::lock_order_deadlock(bank)), the_bug(2, testing::failed_assertion(bank))};
  result.bugs[0].times = 1'204;
  result.bugs[1].stable = false;
  result.bugs[1].unstable_reason =
      "its schedule was followed to the end and passed: the program depends on something that Heddle does "
      "not "
      "control (memory that is read before it is written, files, other processes)";
  RunDescription run = the_run();
  run.output_folder = "my results/";
  testing::expect_golden("summary_several_bugs.txt", text_of(result, run));
}

// A variable without its lock races wherever it is used: one mistake.
Bug race_of(unsigned id, const Location& where, SiteId one, SiteId other) {
  Bug bug;
  bug.id = id;
  bug.report.threads = {"main", "main.0", "main.1"};
  Failure& failure = bug.report.failure;
  failure.kind = FailureKind::kDataRace;
  failure.race.place = where;
  failure.race.first.site = one;
  failure.race.second.site = other;
  return bug;
}

TEST(BugGroups, AreOneMistakeEach) {
  const Bank& bank = Bank::instance();
  const Failure deadlock = testing::lock_order_deadlock(bank);
  const SiteId a = deadlock.threads[1].next.site, b = deadlock.threads[2].next.site,
               c = deadlock.threads[1].held[0].site;
  const Location first = deadlock.threads[1].object, second = deadlock.threads[2].object;
  const std::vector<Bug> bugs = {race_of(1, first, a, b), the_bug(2, deadlock), race_of(3, second, a, b),
                                 race_of(4, first, a, c), the_bug(5, deadlock)};
  const std::vector<BugGroup> groups = bug_groups(bugs, bank.places());
  ASSERT_EQ(groups.size(), 4u) << "two deadlocks are two bugs, and each variable is one";
  EXPECT_EQ(groups[0].first->id, 1u);
  ASSERT_EQ(groups[0].others.size(), 1u);
  EXPECT_EQ(groups[0].others[0]->id, 4u);
  EXPECT_TRUE(group_places(groups[0], bank.places()).starts_with("3 places: bank.cc:"));
  EXPECT_EQ(group_places(groups[1], bank.places()), "");
}

TEST(Summary, TellsOneMistakeOnce) {
  const Failure deadlock = testing::lock_order_deadlock(Bank::instance());
  const SiteId a = deadlock.threads[1].next.site, b = deadlock.threads[2].next.site;
  HuntResult result = the_result();
  for (unsigned id = 1; id <= 3; ++id)
    result.bugs.push_back(race_of(id, deadlock.threads[1].object, a, b));
  const std::string text = text_of(result);
  EXPECT_THAT(text, HasSubstr("Bug 1: data race"));
  EXPECT_THAT(text, Not(HasSubstr("Bug 2:")));
  EXPECT_THAT(text, HasSubstr("bugs 2 and 3 are probably the same"));
  EXPECT_THAT(text, HasSubstr("3 bugs in"));
}

TEST(Summary, TellsAPredictionThatHappenedAsABug) {
  HuntResult result = one_bug();
  result.bugs[0].attempt = true;
  result.bugs[0].execution = 3;
  result.warnings = {{testing::predicted_deadlock(Bank::instance()), 3, 1}};
  testing::expect_golden("summary_predicted_bug.txt", text_of(result));
}

TEST(Summary, FailsOnEverySchedule) {
  HuntResult result = one_bug();
  result.totals.executions = 1;
  result.bugs[0].execution = 1;
  result.probes = 20;
  result.fails_always = true;
  testing::expect_golden("summary_fails_always.txt", text_of(result));
}

TEST(Summary, NothingToExplore) {
  HuntResult result = the_result();
  result.saw_threads = false;
  testing::expect_golden("summary_no_point.txt", text_of(result));
}

HuntResult nothing_finished() {
  HuntResult result = the_result();
  result.end = HuntEnd::kUncontrolled;
  result.totals = {};
  result.saw_threads = false;
  result.problem = "no execution was over when the time for the search was up";
  result.unfinished.emplace();
  result.unfinished->end = End::kStuck;
  result.unfinished->steps = 2'000'887;
  result.unfinished->milliseconds = 2'345;
  result.unfinished->failure = testing::failed_assertion(Bank::instance());
  result.unfinished->failure.kind = FailureKind::kTimeout;
  return result;
}

// Where it was, how long it took, and what to do.
TEST(Summary, TellsOfAnExecutionThatWasNotOver) {
  HuntResult result = nothing_finished();
  result.unfinished->whereabouts = Whereabouts::kAtPoint;
  testing::expect_golden("summary_unfinished.txt", text_of(result));
  EXPECT_NE(unwrapped(result).find("raise --time"), std::string::npos);
  result.unfinished->milliseconds = 10'300;
  EXPECT_NE(unwrapped(result).find("raise --execution-timeout (10 s)"), std::string::npos);
  result.unfinished->whereabouts = Whereabouts::kBetweenPoints;
  EXPECT_NE(unwrapped(result).find("it was between two scheduling points"), std::string::npos);
  result.unfinished->whereabouts = Whereabouts::kUnknown;
  EXPECT_NE(unwrapped(result).find("did not answer"), std::string::npos);
  EXPECT_EQ(unwrapped(result).find("No bug found"), std::string::npos);
}

TEST(Summary, OfNoExecutionIsNoPass) {
  HuntResult result = the_result();
  result.totals = {};
  result.end = HuntEnd::kExhausted;
  EXPECT_NE(unwrapped(result).find("Nothing was explored: no execution was completed"), std::string::npos);
  EXPECT_EQ(unwrapped(result).find("No bug found"), std::string::npos);
}

TEST(Summary, SaysWhatWouldHelpWhereFewRan) {
  HuntResult result = the_result();
  result.end = host::HuntEnd::kBudget;
  result.totals.executions = 12;
  result.totals.steps = 12 * 13'112'896ull;
  result.seconds = 60;
  RunDescription run = the_run();
  run.options.seconds = 60;
  std::string text = text_of(result, run);
  run.options.search.region.name = "Queue::push";
  text += "\n" + text_of(result, run);
  testing::expect_golden("summary_few_executions.txt", text);

  run.options.seconds = 61;
  EXPECT_THAT(text_of(result, run), Not(HasSubstr("fitted into the time"))) << "no more were asked for";
}

TEST(Summary, SaysWhatThereWasTooMuchOf) {
  HuntResult result = the_result();
  for (std::uint64_t i = 0; i < kBounds; ++i) result.totals.beyond[i] = i + 1;
  testing::expect_golden("summary_limits.txt", text_of(result));
}

TEST(Summary, NotInstrumented) {
  RunDescription run = the_run();
  run.instrumented = false;
  run.options.search.execution.granularity = Granularity::kSync;
  testing::expect_golden("summary_not_instrumented.txt", text_of(the_result(), run));
}

TEST(Summary, LibrariesThatWereNotInstrumented) {
  RunDescription run = the_run();
  run.not_instrumented = {"libfoo.so.1"};
  std::string text = text_of(the_result(), run);
  run.not_instrumented = {"libfoo.so.1", "libbar.so"};
  text += "\n" + text_of(the_result(), run);
  testing::expect_golden("summary_libraries.txt", text);
}

TEST(RunDescription, NamesOnlyTheUsersLibraries) {
  ModuleTable table;
  for (const char* path :
       {"/home/me/program", "/home/me/libfoo.so", "/lib/libc.so.6", "/lib64/ld-linux-x86-64.so.2",
        "/usr/lib/libstdc++.so.6", "linux-vdso.so.1", "/opt/heddle/lib/libheddle.so", "/usr/lib/libz.so.1"}) {
    table.modules.emplace_back();
    table.modules.back().path = path;
  }
  EXPECT_EQ(libraries_without_hooks(table), (std::vector<std::string>{"libfoo.so", "libz.so.1"}));
  table.modules[1].instrumented = true;
  EXPECT_EQ(libraries_without_hooks(table), (std::vector<std::string>{"libz.so.1"}));
}

TEST(Summary, OtherEnds) {
  HuntResult result = the_result();
  result.end = HuntEnd::kInterrupted;
  std::string text = text_of(result);
  result.end = HuntEnd::kExhausted;
  text += "\n" + text_of(result);
  result.end = HuntEnd::kUncontrolled;
  result.problem =
      "execution 3 came to no scheduling point within the time limit and was ended: a thread is in a loop or "
      "a system call "
      "that Heddle cannot see into";
  text += "\n" + text_of(result);
  testing::expect_golden("summary_other_ends.txt", text);
  result.problem.clear();
  result.totals = {};
  EXPECT_FALSE(text_of(result).empty());
}

TEST(Summary, SaysWhatAnExhaustedSearchProves) {
  HuntResult result = the_result();
  result.end = HuntEnd::kExhausted;
  result.claim = "every schedule with at most 2 preemptions";
  EXPECT_NE(
      text_of(result).find("Exhausted: every schedule with at most 2 preemptions has been executed, and"),
      std::string::npos);
  EXPECT_NE(text_of(result).find("proof"), std::string::npos);
  result.bugs = one_bug().bugs;
  EXPECT_NE(text_of(result).find("has been executed."), std::string::npos);
  EXPECT_EQ(text_of(result).find("proof"), std::string::npos) << "there is a bug";
}

TEST(Summary, CountsAbandonedExecutionsApart) {
  HuntResult result = the_result();
  result.totals.abandoned = 1'234;
  EXPECT_NE(text_of(result).find("10,000 executions and 1,234 abandoned"), std::string::npos);
}

TEST(Summary, ManyBugs) {
  HuntResult result = one_bug();
  while (result.bugs.size() < 40) result.bugs.push_back(result.bugs[0]);
  EXPECT_NE(text_of(result).find("... and 30 more bugs: see heddle-out/results.json\n"), std::string::npos);
}

TEST(Summary, BugInFullShowsTheOutput) {
  Bug bug = the_bug(1, testing::failed_assertion(Bank::instance()));
  bug.output = "Alice has 70\nBob has 120\nbank.cc:68: main: Assertion `total == 200' failed.\n";
  testing::expect_golden("bug.txt", bug_text(bug, the_run(), Bank::instance().places(), kPlain));
}

}  // namespace
}  // namespace heddle::report::summary_test
