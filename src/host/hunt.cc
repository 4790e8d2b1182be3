#include "host/hunt.h"

#include <algorithm>

#include "analysis/deadlock_radius.h"
#include "search/bug_depth.h"
#include "search/confirm.h"
#include "search/failed_execution.h"
#include "search/repeat.h"
#include "search/shrink_bug.h"

namespace heddle::host {

namespace {

// Of a deadlock's depth. Plans are counted, so that the same search measures the same; time is the last
// resort.
constexpr int kMostPlans = 500;
constexpr std::chrono::seconds kMeasurement(5);
constexpr std::chrono::seconds kLongestMeasurement(10);  // of all
constexpr std::chrono::seconds kShrinking(10);
constexpr std::chrono::seconds kSilentShrinking(1);    // before anybody is told
constexpr std::chrono::seconds kLongestShrinking(30);  // of all bugs
constexpr int kComparisons = 6;                        // of replays that differ, to see where
// After the search's own time, or an interrupt: for confirming, shrinking and the like, all together.
constexpr std::chrono::seconds kAfterwards(2);

// Why an execution could not be brought to its end.
std::string problem_text(const ExecutionReport& report) {
  const std::string execution = "execution " + std::to_string(report.number + 1);
  if (report.end == End::kRefused) return report.failure.text;
  return execution +
         " was killed from outside (signal 9), perhaps because the machine ran out of memory; try a smaller "
         "input or fewer threads";
}

}  // namespace

double Hunt::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Hunt::out_of_time() const {
  return elapsed() >= options_.seconds;
}

std::chrono::steady_clock::time_point Hunt::end_of_everything() {
  using Clock = std::chrono::steady_clock;
  if (interrupted_() && !interrupted_at_) interrupted_at_ = Clock::now();
  if (interrupted_at_) return *interrupted_at_ + kAfterwards;
  constexpr double kLongest = 1e9;  // that the clock can count
  if (options_.seconds >= kLongest) return Clock::time_point::max();
  return start_ +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.seconds)) +
         kAfterwards;
}

// Of shrinking, measuring, and attempts at what was predicted.
std::chrono::steady_clock::time_point Hunt::end_of_refinements() {
  const auto end = end_of_everything();
  const bool has_no_more = options_.time_covers_all && !interrupted_at_ && end != decltype(end)::max();
  return has_no_more ? end - kAfterwards : end;
}

bool Hunt::must_end() {
  return std::chrono::steady_clock::now() >= end_of_everything();
}

void Hunt::count(SearchPaused& paused) {
  result_.totals = paused.totals;
  result_.size = paused.size;
  result_.saw_threads = paused.saw_threads;
  result_.written_file = paused.written_file;
  result_.fallback = paused.fallback;
  result_.alone = paused.alone;
  result_.suspected = paused.suspected;
  result_.claim = paused.claim;
  result_.left = paused.left;
  result_.unjoined = paused.unjoined;
  result_.coverage = std::move(paused.coverage);
  result_.warnings.clear();
  for (PredictedDeadlock& each : paused.predictions) result_.warnings.push_back({std::move(each)});
}

// One execution with a single thread is like all others: it has nothing that could come out differently. What
// it prints is kept; so it begins where the program does, in a process of its own.
bool Hunt::starts_no_thread() {
  SearchRequest request;
  request.settings = for_other_executions();
  request.settings.execution.capture_output = true;
  request.settings.snapshot = {};
  request.settings.may_begin_at_region = false;
  request.executions = 1;
  Result<SearchPaused> paused = explorer_.search(request, [this] { return out_of_time() || interrupted_(); });
  result_.first_output = explorer_.output(kKeptOutput);
  const bool out_of_reach = paused && !interrupted_() &&
                            (paused->reason == PauseReason::kStopped || paused->reason == PauseReason::kLost);
  if (!out_of_reach && (!paused || paused->reason != PauseReason::kBudget || paused->saw_threads))
    return false;
  count(*paused);
  if (paused->reason == PauseReason::kLost) lose_control(paused->report);
  if (paused->reason == PauseReason::kStopped) finish_nothing(paused->report);
  result_.seconds = elapsed();
  return true;
}

HuntProgress Hunt::progress(std::uint64_t executions, std::uint64_t steps) const {
  HuntProgress now;
  now.executions = executions;
  now.steps = steps;
  now.bugs = result_.bugs.size();
  now.races = races_.size();
  now.seconds = elapsed();
  const Progress& running = explorer_.progress();
  now.running_seconds = static_cast<double>(running.running_milliseconds.load()) / 1000;
  now.running_steps = running.running_steps.load();
  now.running_site = running.running_site.load();
  now.left = {running.left_samples.load(), running.left_mean.load(), running.left_variance.load()};
  return now;
}

// What a first-bug search looks for.
bool Hunt::is_news(const Bug& bug) const {
  return bug.stable && !(options_.is_known && options_.is_known(bug));
}

bool Hunt::never_in_region() const {
  return options_.search.region.is_given() && result_.bugs.empty() && result_.totals.executions != 0 &&
         result_.totals.entered_region == 0;
}

HuntResult Hunt::run() {
  start_ = std::chrono::steady_clock::now();
  if (options_.ends_without_threads && starts_no_thread()) return std::move(result_);
  search();
  result_.seconds = elapsed();
  if (never_in_region()) {
    result_.end = HuntEnd::kUncontrolled;
    result_.problem = "no execution came to '" + options_.search.region.name +
                      "', so that threads were never switched; choose another --region";
  }
  attempt_predictions();
  if (!result_.bugs.empty() && result_.totals.failed == result_.totals.executions && result_.bugs.size() == 1)
    probe_other_schedules();
  list_races();
  const auto enough = std::chrono::steady_clock::now() + kLongestMeasurement;
  if (options_.measure_deadlocks)
    for (Bug& bug : result_.bugs)
      if (bug.stable && bug.report.failure.kind == FailureKind::kDeadlock) measure_deadlock(bug, enough);
  if (options_.shrink) {
    for (Bug& bug : result_.bugs) try_without_weak_memory(bug);
    shrink_all();
    for (Bug& bug : result_.bugs) try_with_missing_orders(bug);
  }
  result_.whole_seconds = elapsed();
  return std::move(result_);
}

// Last of all: depth and radius are those of what was found.
void Hunt::shrink_all() {
  const auto enough = std::chrono::steady_clock::now() + kLongestShrinking;
  for (Bug& bug : result_.bugs) {
    if (interrupted_() || std::chrono::steady_clock::now() >= end_of_refinements())
      return;  // the user wants to see what there is
    const auto start = std::chrono::steady_clock::now();
    const auto watch = [&](std::uint64_t reexecutions) {
      if (std::chrono::steady_clock::now() - start < kSilentShrinking) return interrupted_();
      HuntProgress now = progress(result_.totals.executions, result_.totals.steps);
      now.shrinking = bug.id;
      now.reexecutions = reexecutions;
      on_progress_(now);
      return interrupted_();
    };
    const auto end = std::min({enough, start + kShrinking, end_of_refinements()});
    shrink_bug(bug, explorer_, options_.search.execution, {.end = end}, watch);
  }
}

// For executions that are not the search's own.
SearchSettings Hunt::for_other_executions() const {
  SearchSettings settings = options_.search;
  settings.coverage = {};
  settings.requirements.clear();
  settings.predict_deadlocks = false;
  settings.races = Races::kIgnore;
  return settings;
}

// After the search: every plan that is tried is a search of its own.
void Hunt::measure_deadlock(Bug& bug, std::chrono::steady_clock::time_point end) {
  const Failure& failure = bug.report.failure;
  const std::vector<TraceStep> trace = sync_steps(bug.report.schedule, bug.record);
  bug.radius = deadlock_radius(trace, failure);
  if (bug.record.steps.size() >= kRecordedSteps) return;  // there is more that nobody has seen
  end = std::min({end, std::chrono::steady_clock::now() + kMeasurement, end_of_refinements()});
  int plans = 0;
  const auto time_is_up = [&] { return interrupted_() || std::chrono::steady_clock::now() >= end; };
  const auto stop = [&] { return plans >= kMostPlans || time_is_up(); };
  const auto reproduces = [&](const Plan& plan) {
    ++plans;
    SearchRequest request;
    request.settings = for_other_executions();
    request.settings.strategy = to_strategy(plan);
    request.settings.isolation = Isolation::kFork;
    request.settings.execution.granularity = Granularity::kSync;
    request.executions = 1;
    const Result<SearchPaused> paused = explorer_.search(request, time_is_up);
    return paused && paused->reason == PauseReason::kFailure && same_failure(failure, paused->report.failure);
  };
  bug.depth = bug_depth(trace, failure.cycle, reproduces, stop).value_or(0);
}

void Hunt::lose_control(const ExecutionReport& report) {
  result_.end = HuntEnd::kUncontrolled;
  if (report.end == End::kStuck)
    result_.unfinished = report;
  else
    result_.problem = problem_text(report);
  result_.problem_site = report.end == End::kRefused ? report.failure.site : kNoSite;
}

// The time of the search was up before its first execution was over: nothing is known about the program.
void Hunt::finish_nothing(const ExecutionReport& last) {
  result_.end = HuntEnd::kUncontrolled;
  result_.problem = "no execution was over when the time for the search was up";
  if (last.end == End::kStuck) result_.unfinished = last;
}

// No failure is called a bug before its schedule has failed again in fresh processes.
void Hunt::confirm(Bug& bug, const ExecutionReport& found) {
  const ReplayRequest with_record =
      replay_request(options_of(found, options_.search.execution), found.schedule, found.failure);
  const Confirmation confirmation =
      confirm_bug(bug, found, options_.search.execution, explorer_, [this] { return must_end(); });
  const std::optional<Replayed>& recorded = confirmation.first ? confirmation.first : confirmation.other;
  if (!bug.stable && bug.ordered_by.empty() && recorded) look_for_difference(bug, with_record, *recorded);
}

// Replays that all go the same way may still go another one than the search did: then there is none.
void Hunt::look_for_difference(Bug& bug, ReplayRequest request, const Replayed& first) {
  const auto went_on = [](const Replayed& replayed) {
    const End end = replayed.report.end;
    return end == End::kCompleted || end == End::kDiverged || end == End::kFailed;
  };
  if (!went_on(first)) return;
  request.execution.watch_answers = true;
  std::optional<Replayed> before;
  const auto is_known = [&] { return bug.difference && !bug.differing_answers.empty(); };
  for (int i = 0; i < kComparisons && !is_known() && !must_end(); ++i) {
    Result<Replayed> again = explorer_.replay(request, [this] { return must_end(); });
    if (!again || !went_on(*again)) return;
    if (!bug.difference) bug.difference = first_difference(first, *again);
    if (before) bug.differing_answers = differing_answers(*before, *again);
    before = std::move(*again);
  }
}

// One failure, and nothing has ever passed: is it the schedule at all?
void Hunt::probe_other_schedules() {
  result_.fails_always = !result_.saw_threads;
  if (result_.fails_always) return;  // there is no other
  // Schedules as different as possible: without preemption, new threads first, with few preemptions, with
  // many.
  struct Probe {
    const char* strategy;
    std::uint64_t executions;
    bool all_accesses =
        false;  // a location that every failure comes too early for was never seen to be shared
  };
  constexpr Probe kProbes[] = {
      {"fifo", 2}, {"fifo:newest=true", 2}, {"random:switch=0.02", 60}, {"random", 60}, {"random", 60, true}};
  const std::uint64_t signature = result_.bugs.front().report.failure.signature();
  // Executions that end at their time limit would keep the user waiting for minutes.
  const auto enough =
      std::min(std::chrono::steady_clock::now() + std::chrono::seconds(10), end_of_refinements());
  const auto stop = [&] { return interrupted_() || std::chrono::steady_clock::now() > enough; };
  for (const Probe& probe : kProbes) {
    SearchRequest request;
    request.settings = for_other_executions();
    request.settings.strategy = probe.strategy;
    if (probe.all_accesses) request.settings.execution.granularity = Granularity::kAll;
    for (std::uint64_t done = 0; done < probe.executions; request.fresh = false) {
      request.executions = probe.executions - done;
      const Result<SearchPaused> paused = explorer_.search(request, stop);
      if (!paused || paused->reason == PauseReason::kStopped || paused->totals.executions == 0) return;
      result_.probes += paused->totals.executions - done;
      done = paused->totals.executions;
      if (paused->totals.failed != done) return;
      if (paused->reason == PauseReason::kFailure && paused->report.failure.signature() != signature) return;
      if (paused->reason != PauseReason::kFailure && paused->reason != PauseReason::kBudget) return;
    }
  }
  result_.fails_always = true;
}

}  // namespace heddle::host
