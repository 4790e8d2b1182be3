// What a hunt makes of the answers of an explorer, which is a script here.
#include "host/hunt.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace heddle::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::uint64_t kBudget = 10'000;

// Answers to searches come in order; the last one comes again. A replay fails as it was found to, unless the
// script says otherwise.
class ScriptedExplorer : public Explorer {
 public:
  explicit ScriptedExplorer(std::vector<Result<SearchPaused>> answers) : answers_(std::move(answers)) {}

  Result<SearchPaused> search(const SearchRequest& request, const Watch& watch) override {
    asked.push_back(request);
    while (waits && !watch()) {
    }
    if (search_as) return search_as(request);
    return answers_[std::min(asked.size(), answers_.size()) - 1];
  }

  Result<Replayed> replay(const ReplayRequest& request, const Watch&) override {
    ++replays;
    Replayed replayed;
    if (replay_as) return replay_as(request);
    for (const Result<SearchPaused>& answer : answers_) {
      if (!answer) continue;
      std::vector<ExecutionReport> reports = answer->races;
      reports.push_back(answer->report);
      for (const ExecutionReport& report : reports)
        if (report.schedule == request.schedule) replayed.report = report;
    }
    replayed.report.end = End::kFailed;
    return replayed;
  }

  std::string output(std::size_t) const override { return "what it printed"; }
  const Progress& progress() const override { return progress_; }

  std::vector<SearchRequest> asked;
  int replays = 0;
  bool waits = false;  // searches go on until they are stopped
  std::function<Result<SearchPaused>(const SearchRequest&)> search_as;
  std::function<Result<Replayed>(const ReplayRequest&)> replay_as;

 private:
  std::vector<Result<SearchPaused>> answers_;
  Progress progress_{};
};

SearchPaused paused(PauseReason reason, std::uint64_t executions, bool saw_threads = true) {
  SearchPaused answer;
  answer.reason = reason;
  answer.totals.executions = executions;
  answer.saw_threads = saw_threads;
  return answer;
}

// Told apart by their schedules.
Schedule schedule_of(SiteId site) {
  return {{0, site}};
}

SearchPaused failed_at(SiteId site, std::uint64_t executions) {
  SearchPaused answer = paused(PauseReason::kFailure, executions);
  answer.totals.failed = 1;
  answer.report.end = End::kFailed;
  answer.report.number = executions - 1;
  answer.report.failure.kind = FailureKind::kAssertion;
  answer.report.failure.site = site;
  answer.report.schedule = schedule_of(site);
  return answer;
}

SearchPaused raced_at(SiteId site, std::uint64_t executions) {
  SearchPaused answer = paused(PauseReason::kRace, executions);
  ExecutionReport report;
  report.number = executions - 1;
  report.failure.kind = FailureKind::kDataRace;
  report.failure.race.first.site = site;
  report.failure.race.second.site = site + 1;
  report.failure.race.place.offset = site;
  report.schedule = schedule_of(site);
  answer.races.push_back(report);
  return answer;
}

Replayed ended(End end) {
  Replayed replayed;
  replayed.report.end = end;
  return replayed;
}

class HuntTest : public ::testing::Test {
 protected:
  HuntTest() {
    options.executions = kBudget;
    options.seconds = kAnyTime;
  }

  HuntResult run(std::vector<Result<SearchPaused>> answers) {
    ScriptedExplorer explorer(std::move(answers));
    return run(explorer);
  }
  HuntResult run(ScriptedExplorer& explorer) {
    return Hunt(
               explorer, options, [this] { return interrupted; }, [](const HuntProgress&) {},
               [this](const HuntResult& so_far) { told.push_back(so_far.bugs.size()); })
        .run();
  }

  HuntOptions options;
  bool interrupted = false;
  std::vector<std::size_t> told;
};

TEST_F(HuntTest, AsksForOneExecutionFirst) {
  ScriptedExplorer explorer({paused(PauseReason::kBudget, 1), paused(PauseReason::kBudget, kBudget)});
  const HuntResult result = run(explorer);
  ASSERT_THAT(explorer.asked, SizeIs(2));
  EXPECT_EQ(explorer.asked[0].executions, 1u);
  EXPECT_TRUE(explorer.asked[0].fresh);
  EXPECT_EQ(explorer.asked[1].executions, kBudget - 1);
  EXPECT_FALSE(explorer.asked[1].fresh);
  EXPECT_EQ(result.end, HuntEnd::kBudget);
  EXPECT_EQ(result.totals.executions, kBudget);
}

TEST_F(HuntTest, EndsAfterOneExecutionWhereThereAreNoThreads) {
  ScriptedExplorer explorer({paused(PauseReason::kBudget, 1, false)});
  EXPECT_FALSE(run(explorer).saw_threads);
  EXPECT_THAT(explorer.asked, SizeIs(1));
}

TEST_F(HuntTest, EndsAtTheFirstBugThatFailsAgainInThreeReplays) {
  ScriptedExplorer explorer({paused(PauseReason::kBudget, 1), failed_at(7, 5)});
  const HuntResult result = run(explorer);
  EXPECT_EQ(result.end, HuntEnd::kFirstBug);
  ASSERT_THAT(result.bugs, SizeIs(1));
  EXPECT_EQ(result.bugs[0].id, 1u);
  EXPECT_EQ(result.bugs[0].execution, 5u);
  EXPECT_TRUE(result.bugs[0].stable);
  EXPECT_EQ(result.bugs[0].output, "what it printed");
  EXPECT_EQ(explorer.replays, 3);
  EXPECT_THAT(told, ElementsAre(1));
}

TEST_F(HuntTest, GoesOnAfterAFailureThatDoesNotComeAgain) {
  ScriptedExplorer explorer(
      {paused(PauseReason::kBudget, 1), failed_at(7, 5), failed_at(8, 6), paused(PauseReason::kBudget, 9)});
  explorer.replay_as = [](const ReplayRequest& request) -> Result<Replayed> {
    if (request.schedule == schedule_of(7)) return ended(End::kCompleted);
    Replayed replayed;
    replayed.report = failed_at(8, 6).report;
    return replayed;
  };
  const HuntResult result = run(explorer);
  EXPECT_EQ(result.end, HuntEnd::kFirstBug);
  ASSERT_THAT(result.bugs, SizeIs(2));
  EXPECT_FALSE(result.bugs[0].stable);
  EXPECT_THAT(result.bugs[0].unstable_reason, HasSubstr("passed"));
  EXPECT_TRUE(result.bugs[1].stable);
  EXPECT_EQ(result.bugs[1].id, 2u);
}

TEST_F(HuntTest, BelievesNothingThatIsTooLongToBeKept) {
  SearchPaused failure = failed_at(7, 5);
  failure.report.schedule_is_lost = true;
  ScriptedExplorer explorer(
      {paused(PauseReason::kBudget, 1), failure, paused(PauseReason::kBudget, kBudget)});
  const HuntResult result = run(explorer);
  EXPECT_FALSE(result.bugs.at(0).stable);
  EXPECT_EQ(explorer.replays, 0);
}

TEST_F(HuntTest, GoesOnPastABugThatIsKnown) {
  options.is_known = [](const Bug& bug) { return bug.report.failure.site == 7; };
  const HuntResult result =
      run({paused(PauseReason::kBudget, 1), failed_at(7, 5), failed_at(8, 6), failed_at(9, 7)});
  EXPECT_EQ(result.end, HuntEnd::kFirstBug);
  EXPECT_THAT(result.bugs, SizeIs(2));
}

TEST_F(HuntTest, CollectsBugsUntilThereAreEnough) {
  options.until = Until::kBudget;
  options.max_bugs = 2;
  const HuntResult result =
      run({paused(PauseReason::kBudget, 1), failed_at(7, 5), failed_at(8, 6), failed_at(9, 7)});
  EXPECT_EQ(result.end, HuntEnd::kMaxBugs);
  EXPECT_THAT(result.bugs, SizeIs(2));
  EXPECT_THAT(told, ElementsAre(1, 2));
}

TEST_F(HuntTest, KnowsHowOftenEachBugWasMet) {
  options.until = Until::kBudget;
  SearchPaused last = paused(PauseReason::kBudget, kBudget);
  last.totals.failed = 4;
  last.signatures = {failed_at(7, 5).report.failure.signature()};
  last.counts = {4};
  EXPECT_EQ(run({paused(PauseReason::kBudget, 1), failed_at(7, 5), last}).bugs.at(0).times, 4u);
}

TEST_F(HuntTest, LooksForAFailureForAWhileOnceItHasARace) {
  ScriptedExplorer explorer(
      {paused(PauseReason::kBudget, 1), raced_at(7, 5), paused(PauseReason::kBudget, 1005)});
  const HuntResult result = run(explorer);
  ASSERT_THAT(explorer.asked, SizeIs(3));
  EXPECT_EQ(explorer.asked[2].executions, 1000u);
  EXPECT_EQ(result.end, HuntEnd::kFirstBug);
  ASSERT_THAT(result.bugs, SizeIs(1));
  EXPECT_TRUE(is_race(result.bugs[0]));
}

TEST_F(HuntTest, ListsRacesAfterFailures) {
  const HuntResult result = run({paused(PauseReason::kBudget, 1), raced_at(7, 5), failed_at(8, 6)});
  ASSERT_THAT(result.bugs, SizeIs(2));
  EXPECT_FALSE(is_race(result.bugs[0]));
  EXPECT_TRUE(is_race(result.bugs[1]));
  EXPECT_EQ(result.bugs[1].id, 2u);
}

TEST_F(HuntTest, EndsAtARaceWhereThatIsAskedFor) {
  options.search.races = Races::kStop;
  EXPECT_EQ(run({paused(PauseReason::kBudget, 1), raced_at(7, 5)}).end, HuntEnd::kFirstBug);
}

TEST_F(HuntTest, TellsOfOneRaceForEachPlace) {
  options.until = Until::kBudget;
  const HuntResult result = run({paused(PauseReason::kBudget, 1), raced_at(7, 5), raced_at(7, 6),
                                 raced_at(8, 7), paused(PauseReason::kBudget, kBudget)});
  EXPECT_THAT(result.bugs, SizeIs(2));
}

TEST_F(HuntTest, CountsSuppressedRaces) {
  options.is_suppressed = [](const Failure&) { return true; };
  const HuntResult result =
      run({paused(PauseReason::kBudget, 1), raced_at(7, 5), paused(PauseReason::kBudget, kBudget)});
  EXPECT_THAT(result.bugs, IsEmpty());
  EXPECT_EQ(result.suppressed, 1u);
  EXPECT_EQ(result.end, HuntEnd::kBudget);
}

TEST_F(HuntTest, DoesNotReportARaceThatUnseenCodeMayOrder) {
  ScriptedExplorer explorer(
      {paused(PauseReason::kBudget, 1), raced_at(7, 5), paused(PauseReason::kBudget, kBudget)});
  explorer.replay_as = [](const ReplayRequest&) -> Result<Replayed> {
    Replayed replayed = ended(End::kCompleted);
    replayed.ordered_by = 1;
    Module library;
    library.path = "libopaque.so";
    library.size = 100;
    replayed.modules.modules.push_back(library);
    return replayed;
  };
  const HuntResult result = run(explorer);
  EXPECT_THAT(result.bugs, IsEmpty());
  ASSERT_THAT(result.possible_races, SizeIs(1));
  EXPECT_EQ(result.possible_races.begin()->second, "libopaque.so");
}

TEST_F(HuntTest, AUseAfterFreeIsOneBugNotARaceBeside) {
  SearchPaused race = raced_at(7, 5);
  race.races[0].failure.race.place.allocation_site = 70;
  race.races[0].failure.race.second.frees = true;
  SearchPaused failure = failed_at(8, 6);
  failure.report.failure.kind = FailureKind::kHeapError;
  failure.report.failure.heap.kind = HeapErrorKind::kUseAfterFree;
  failure.report.failure.heap.object.allocation_site = 70;
  const HuntResult result = run({paused(PauseReason::kBudget, 1), race, failure});
  ASSERT_THAT(result.bugs, SizeIs(1));
  EXPECT_FALSE(is_race(result.bugs[0]));
}

TEST_F(HuntTest, SaysWhyTheProgramCouldNotBeControlled) {
  SearchPaused refused = paused(PauseReason::kLost, 1);
  refused.report.end = End::kRefused;
  refused.report.failure.text = "it uses what is not taken over";
  refused.report.failure.site = 9;
  const HuntResult result = run({refused});
  EXPECT_EQ(result.end, HuntEnd::kUncontrolled);
  EXPECT_EQ(result.problem, "it uses what is not taken over");
  EXPECT_EQ(result.problem_site, 9u);
}

TEST_F(HuntTest, SaysThatAnExecutionWasKilled) {
  SearchPaused lost = paused(PauseReason::kLost, 3);
  lost.report.end = End::kLost;
  lost.report.number = 2;
  EXPECT_THAT(run({paused(PauseReason::kBudget, 1), lost}).problem,
              HasSubstr("execution 3 was killed from outside"));
}

TEST_F(HuntTest, EndsWhenTheExplorerIsGone) {
  const HuntResult result = run({Error{"the explorer process ended unexpectedly"}});
  EXPECT_EQ(result.end, HuntEnd::kUncontrolled);
  EXPECT_EQ(result.problem, "the explorer process ended unexpectedly");
}

TEST_F(HuntTest, KnowsNothingWhenNoExecutionWasOverInTime) {
  options.seconds = 0;
  ScriptedExplorer explorer({paused(PauseReason::kStopped, 0, false)});
  explorer.waits = true;
  const HuntResult result = run(explorer);
  EXPECT_EQ(result.end, HuntEnd::kUncontrolled);
  EXPECT_THAT(result.problem, HasSubstr("no execution was over"));
}

TEST_F(HuntTest, EndsWithWhatItHasWhenItIsInterrupted) {
  interrupted = true;
  EXPECT_EQ(run({paused(PauseReason::kStopped, 3)}).end, HuntEnd::kInterrupted);
}

TEST_F(HuntTest, SaysThatEverythingWasSeen) {
  SearchPaused exhausted = paused(PauseReason::kExhausted, 12);
  exhausted.claim = "schedules";
  const HuntResult result = run({paused(PauseReason::kBudget, 1), exhausted});
  EXPECT_EQ(result.end, HuntEnd::kExhausted);
  EXPECT_EQ(result.claim, "schedules");
  EXPECT_EQ(run({paused(PauseReason::kBudget, 1), paused(PauseReason::kSaturated, 12)}).end,
            HuntEnd::kSaturated);
}

// Nothing has passed so far: schedules of every sort are tried before the schedule is blamed.
TEST_F(HuntTest, SaysThatEveryScheduleFails) {
  ScriptedExplorer explorer({failed_at(7, 1)});
  explorer.search_as = [](const SearchRequest& request) -> Result<SearchPaused> {
    if (request.fresh) return failed_at(7, 1);
    SearchPaused all = paused(PauseReason::kBudget, request.executions + 1);
    all.totals.failed = all.totals.executions;
    return all;
  };
  const HuntResult result = run(explorer);
  EXPECT_TRUE(result.fails_always);
  EXPECT_GT(result.probes, 4u);
  EXPECT_EQ(explorer.asked[1].settings.strategy, "fifo");
  EXPECT_EQ(explorer.asked[1].settings.races, Races::kIgnore);
}

TEST_F(HuntTest, DoesNotSaySoWhenOneSchedulePasses) {
  const HuntResult result = run({failed_at(7, 1), paused(PauseReason::kBudget, 2)});
  EXPECT_FALSE(result.fails_always);
  EXPECT_EQ(result.bugs.size(), 1u);
}

SearchPaused with_prediction(SearchPaused answer, const std::vector<SiteId>& sites) {
  PredictedDeadlock prediction;
  for (const SiteId site : sites) {
    prediction.members.emplace_back();
    prediction.members.back().thread = "main." + std::to_string(prediction.members.size() - 1);
    prediction.members.back().site = site;
  }
  answer.predictions.push_back(prediction);
  return answer;
}

SearchPaused deadlocked_at(const std::vector<SiteId>& sites) {
  SearchPaused answer = failed_at(7, 1);
  Failure& failure = answer.report.failure;
  failure.kind = FailureKind::kDeadlock;
  for (const SiteId site : sites) {
    failure.cycle.push_back(static_cast<ThreadId>(failure.threads.size()));
    failure.threads.emplace_back();
    failure.threads.back().state = ThreadState::kBlocked;
    failure.threads.back().next.site = site;
  }
  return answer;
}

TEST_F(HuntTest, MakesAPredictedDeadlockHappen) {
  options.measure_deadlocks = false;
  const SearchPaused last = with_prediction(paused(PauseReason::kBudget, kBudget), {3, 4});
  const HuntResult result = run({paused(PauseReason::kBudget, 1), last, deadlocked_at({3, 4})});
  ASSERT_THAT(result.bugs, SizeIs(1));
  EXPECT_TRUE(result.bugs[0].attempt);
  ASSERT_THAT(result.warnings, SizeIs(1));
  EXPECT_EQ(result.warnings[0].bug, 1u);
  EXPECT_EQ(result.end, HuntEnd::kFirstBug);
}

TEST_F(HuntTest, LeavesAPredictionAWarningWhenItDoesNotHappen) {
  const SearchPaused last = with_prediction(paused(PauseReason::kBudget, kBudget), {3, 4});
  const HuntResult result = run({paused(PauseReason::kBudget, 1), last, paused(PauseReason::kBudget, 50)});
  EXPECT_THAT(result.bugs, IsEmpty());
  ASSERT_THAT(result.warnings, SizeIs(1));
  EXPECT_EQ(result.warnings[0].bug, 0u);
  EXPECT_EQ(result.warnings[0].attempts, 50u);
}

// A test's time is for its shrinking, too: none is left here, and only what was found is confirmed.
TEST_F(HuntTest, ShrinksWithinItsTimeWhereThatIsAllThereIs) {
  options.seconds = 0;
  options.shrink = true;
  options.time_covers_all = true;
  ScriptedExplorer explorer({failed_at(7, 2)});
  const HuntResult result = run(explorer);
  ASSERT_THAT(result.bugs, SizeIs(1));
  EXPECT_TRUE(result.bugs.front().stable);
  EXPECT_FALSE(result.bugs.front().shrinking.done);
  EXPECT_EQ(explorer.replays, 3);
}

TEST_F(HuntTest, KeepsWhatTheFirstExecutionPrintsWhereOneIsEnough) {
  options.ends_without_threads = true;
  ScriptedExplorer explorer({paused(PauseReason::kBudget, 1, false)});
  const HuntResult result = run(explorer);
  ASSERT_THAT(explorer.asked, SizeIs(1));
  EXPECT_TRUE(explorer.asked[0].settings.execution.capture_output);
  EXPECT_EQ(result.first_output, "what it printed");
  EXPECT_FALSE(result.saw_threads);
}

// There is no other schedule to try.
TEST_F(HuntTest, KnowsThatWhatHasOneThreadFailsAlways) {
  SearchPaused failed = failed_at(7, 1);
  failed.saw_threads = false;
  ScriptedExplorer explorer({failed});
  const HuntResult result = run(explorer);
  EXPECT_THAT(explorer.asked, SizeIs(1));
  EXPECT_TRUE(result.fails_always);
  EXPECT_EQ(result.probes, 0u);
}

}  // namespace
}  // namespace heddle::host
