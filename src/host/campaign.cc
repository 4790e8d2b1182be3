#include "host/campaign.h"

#include <algorithm>

#include "analysis/deadlock_radius.h"
#include "detect/race_failure.h"
#include "explore/bug_depth.h"
#include "host/shrink.h"

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
constexpr int kConfirmations = 2;                      // attempts before a failure is called unstable
constexpr int kComparisons = 6;                        // with further ones, to see where they differ
// After the search's own time, or an interrupt: for confirming, shrinking and the like, all together.
constexpr std::chrono::seconds kAfterwards(2);

std::string why_unstable(const Replayed& replayed) {
  switch (replayed.report.end) {
    case End::kCompleted:
      return "its schedule was followed to the end and passed: the program depends on something that Heddle "
             "does not "
             "control (memory that is read before it is written, files, other processes)";
    case End::kDiverged:
      return "step " + std::to_string(replayed.report.divergence.step + 1) +
             " of its schedule could not be repeated (" + replayed.report.divergence.reason +
             "): the program depends on something that Heddle does not control (time stamps of the "
             "processor, addresses, "
             "files, other processes)";
    case End::kFailed:
      return "its schedule failed again, but in another way";
    case End::kStuck:
      return "there was no time to repeat it: that was not over after " +
             std::to_string((replayed.report.milliseconds + 999) / 1000) + " s";
    default:
      return "the process that repeated it vanished";
  }
}

// Why an execution could not be brought to its end.
std::string problem_text(const ExecutionReport& report) {
  const std::string execution = "execution " + std::to_string(report.number + 1);
  if (report.end == End::kRefused) return report.failure.text;
  return execution +
         " was killed from outside (signal 9), perhaps because the machine ran out of memory; try a smaller "
         "input or fewer threads";
}

}  // namespace

double Campaign::elapsed() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

bool Campaign::out_of_time() const {
  return elapsed() >= options_.seconds;
}

std::chrono::steady_clock::time_point Campaign::end_of_everything() {
  using Clock = std::chrono::steady_clock;
  if (interrupted_() && !interrupted_at_) interrupted_at_ = Clock::now();
  if (interrupted_at_) return *interrupted_at_ + kAfterwards;
  constexpr double kLongest = 1e9;  // that the clock can count
  if (options_.seconds >= kLongest) return Clock::time_point::max();
  return start_ +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(options_.seconds)) +
         kAfterwards;
}

bool Campaign::must_end() {
  return std::chrono::steady_clock::now() >= end_of_everything();
}

void Campaign::count(SearchPaused& paused) {
  result_.totals = paused.totals;
  result_.size = paused.size;
  result_.saw_threads = paused.saw_threads;
  result_.written_file = paused.written_file;
  result_.fallback = paused.fallback;
  result_.suspected = paused.suspected;
  result_.claim = paused.claim;
  result_.unjoined = paused.unjoined;
  result_.coverage = std::move(paused.coverage);
  result_.warnings.clear();
  for (PredictedDeadlock& each : paused.predictions) result_.warnings.push_back({std::move(each)});
}

// One execution with a single thread is like all others: it has nothing that could come out differently.
bool Campaign::starts_no_thread() {
  SearchRequest request;
  request.settings = for_other_executions();
  request.executions = 1;
  Result<SearchPaused> paused = explorer_.search(request, [this] { return out_of_time() || interrupted_(); });
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

CampaignProgress Campaign::progress(std::uint64_t executions, std::uint64_t steps) const {
  CampaignProgress now;
  now.executions = executions;
  now.steps = steps;
  now.bugs = result_.bugs.size();
  now.races = races_.size();
  now.seconds = elapsed();
  return now;
}

// What a first-bug search looks for.
bool Campaign::is_news(const Bug& bug) const {
  return bug.stable && !(options_.is_known && options_.is_known(bug));
}

CampaignResult Campaign::run() {
  start_ = std::chrono::steady_clock::now();
  if (options_.ends_without_threads && starts_no_thread()) return std::move(result_);
  search();
  result_.seconds = elapsed();
  attempt_predictions();
  if (!result_.bugs.empty() && result_.totals.failed == result_.totals.executions && result_.bugs.size() == 1)
    probe_other_schedules();
  list_races();
  const auto enough = std::chrono::steady_clock::now() + kLongestMeasurement;
  if (options_.measure_deadlocks)
    for (Bug& bug : result_.bugs)
      if (bug.stable && bug.report.failure.kind == FailureKind::kDeadlock) measure_deadlock(bug, enough);
  if (options_.shrink) shrink_all();
  return std::move(result_);
}

void Campaign::search() {
  const auto watch = [this] {
    on_progress_(progress(explorer_.progress().executions.load(), explorer_.progress().steps.load()));
    return out_of_time() || interrupted_() || is_enough_after_race();
  };
  SearchRequest request;
  request.settings = options_.search;
  if (request.settings.races == Races::kReport) request.settings.races = Races::kStop;  // to confirm it
  for (bool goes_on = true; goes_on;) {
    const bool is_first = request.fresh;
    const std::uint64_t last =
        after_race_ ? std::min(options_.executions, after_race_->executions) : options_.executions;
    request.executions = last - std::min(last, result_.totals.executions);
    // Without a second thread all executions are alike: then one is enough.
    if (is_first) request.executions = std::min<std::uint64_t>(request.executions, 1);
    Result<SearchPaused> paused = explorer_.search(request, watch);
    request.fresh = false;
    if (!paused) {
      result_.end = CampaignEnd::kUncontrolled;
      result_.problem = paused.error();
      return;
    }
    count(*paused);
    handle_races(paused->races);
    for (Bug& bug : result_.bugs)
      for (std::size_t i = 0; i < paused->signatures.size(); ++i)
        if (paused->signatures[i] == bug.report.failure.signature()) bug.times = paused->counts[i];
    goes_on = goes_on_after(*paused);
    const bool has_only_begun = is_first && paused->reason == PauseReason::kBudget && result_.saw_threads;
    if (has_only_begun && options_.executions > 1) goes_on = true;
  }
  if (is_enough_after_race() && result_.end == CampaignEnd::kBudget) result_.end = CampaignEnd::kFirstBug;
}

// Else why it ended is noted.
bool Campaign::goes_on_after(const SearchPaused& paused) {
  const bool ends_at_first_bug = options_.until == Until::kFirstBug;
  const bool has_race =
      std::any_of(races_.begin(), races_.end(), [this](const Bug& race) { return is_news(race); });
  switch (paused.reason) {
    case PauseReason::kLost:
      lose_control(paused.report);
      return false;
    case PauseReason::kFailure:
      handle_failure(paused);
      if (ends_at_first_bug && is_news(result_.bugs.back()))
        result_.end = CampaignEnd::kFirstBug;
      else if (result_.bugs.size() >= options_.max_bugs)
        result_.end = CampaignEnd::kMaxBugs;
      else if (interrupted_())
        result_.end = CampaignEnd::kInterrupted;
      else
        return true;
      return false;
    case PauseReason::kRace:
      if (has_race && options_.search.races == Races::kStop)
        result_.end = CampaignEnd::kFirstBug;
      else if (interrupted_())
        result_.end = CampaignEnd::kInterrupted;
      else {
        if (has_race && ends_at_first_bug && !after_race_) look_on_after_race();
        return true;
      }
      return false;
    case PauseReason::kExhausted:
      result_.end = CampaignEnd::kExhausted;
      return false;
    case PauseReason::kSaturated:
      result_.end = CampaignEnd::kSaturated;
      return false;
    case PauseReason::kStopped:
      if (interrupted_())
        result_.end = CampaignEnd::kInterrupted;
      else if (result_.totals.executions == 0)
        finish_nothing(paused.report);
      return false;
    case PauseReason::kBudget:
      return false;
  }
  return false;
}

// A race is a bug; what the program does wrong because of it is worth more. So a search for the first bug
// goes on for a while.
void Campaign::look_on_after_race() {
  constexpr std::uint64_t kFewestExecutions = 1000;
  constexpr auto kLongest = std::chrono::seconds(10);
  const std::uint64_t done = result_.totals.executions;
  after_race_ = {done + std::max(done, kFewestExecutions), std::chrono::steady_clock::now() + kLongest};
}

bool Campaign::is_enough_after_race() const {
  return after_race_ && (result_.totals.executions >= after_race_->executions ||
                         std::chrono::steady_clock::now() >= after_race_->time);
}

// After the failures. A block that was used after it was freed is one bug.
void Campaign::list_races() {
  const auto is_of_freed_block = [this](const Bug& race) {
    const DataRace& found = race.report.failure.race;
    if (!found.first.frees && !found.second.frees) return false;
    return std::any_of(result_.bugs.begin(), result_.bugs.end(), [&](const Bug& bug) {
      const HeapError& error = bug.report.failure.heap;
      return error.kind != HeapErrorKind::kNone &&
             error.object.allocation_site == found.place.allocation_site;
    });
  };
  std::erase_if(races_, is_of_freed_block);
  for (Bug& race : races_) {
    race.id = static_cast<unsigned>(result_.bugs.size() + 1);
    result_.bugs.push_back(std::move(race));
  }
}

// Last of all: depth and radius are those of what was found.
void Campaign::shrink_all() {
  const auto enough = std::chrono::steady_clock::now() + kLongestShrinking;
  for (Bug& bug : result_.bugs) {
    if (interrupted_() || must_end()) return;  // the user wants to see what there is
    const auto start = std::chrono::steady_clock::now();
    const auto watch = [&](std::uint64_t reexecutions) {
      if (std::chrono::steady_clock::now() - start < kSilentShrinking) return interrupted_();
      CampaignProgress now = progress(result_.totals.executions, result_.totals.steps);
      now.shrinking = bug.id;
      now.reexecutions = reexecutions;
      on_progress_(now);
      return interrupted_();
    };
    const auto end = std::min({enough, start + kShrinking, end_of_everything()});
    shrink_bug(bug, explorer_, options_.search.execution, {.end = end}, watch);
  }
}

// For executions that are not the search's own.
SearchSettings Campaign::for_other_executions() const {
  SearchSettings settings = options_.search;
  settings.coverage = {};
  settings.requirements.clear();
  settings.predict_deadlocks = false;
  settings.races = Races::kIgnore;
  return settings;
}

// After the search: every plan that is tried is a search of its own.
void Campaign::measure_deadlock(Bug& bug, std::chrono::steady_clock::time_point end) {
  const Failure& failure = bug.report.failure;
  const std::vector<TraceStep> trace = sync_steps(bug.report.schedule, bug.record);
  bug.radius = deadlock_radius(trace, failure);
  if (bug.record.steps.size() >= kRecordedSteps) return;  // there is more that nobody has seen
  end = std::min({end, std::chrono::steady_clock::now() + kMeasurement, end_of_everything()});
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

void Campaign::lose_control(const ExecutionReport& report) {
  result_.end = CampaignEnd::kUncontrolled;
  if (report.end == End::kStuck)
    result_.unfinished = report;
  else
    result_.problem = problem_text(report);
  result_.problem_site = report.end == End::kRefused ? report.failure.site : kNoSite;
}

// The time of the search was up before its first execution was over: nothing is known about the program.
void Campaign::finish_nothing(const ExecutionReport& last) {
  result_.end = CampaignEnd::kUncontrolled;
  result_.problem = "no execution was over when the time for the search was up";
  if (last.end == End::kStuck) result_.unfinished = last;
}

void Campaign::handle_failure(const SearchPaused& paused, bool attempt) {
  Bug bug;
  bug.id = static_cast<unsigned>(result_.bugs.size() + 1);
  bug.execution = paused.totals.executions;
  bug.attempt = attempt;
  bug.tactic = paused.report.tactic;
  bug.report = paused.report;
  confirm(bug, paused.report);
  result_.bugs.push_back(std::move(bug));
  CampaignResult so_far = result_;
  so_far.end = CampaignEnd::kInterrupted;
  so_far.seconds = elapsed();
  on_bug_(so_far);
}

// Listed after the failures, which a first-bug search is made for.
void Campaign::handle_races(std::vector<ExecutionReport>& found) {
  for (const ExecutionReport& execution : found) {
    if (races_.size() >= options_.max_bugs || interrupted_()) return;
    const std::uint64_t place = race_place(execution.failure.race);
    if (racy_places_.contains(place)) continue;
    Bug bug;
    bug.execution = execution.number + 1;
    bug.report = execution;
    bug.report.end = End::kFailed;
    confirm(bug, bug.report);
    if (!bug.ordered_by.empty()) {
      result_.possible_races[place] = bug.ordered_by;
      continue;
    }
    result_.possible_races.erase(place);
    racy_places_.insert(place);
    if (options_.is_suppressed && options_.is_suppressed(bug.report.failure))
      ++result_.suppressed;
    else
      races_.push_back(std::move(bug));
  }
}

// No failure is called a bug before its schedule has failed again in a fresh process.
void Campaign::confirm(Bug& bug, const ExecutionReport& found) {
  if (found.truncated) {
    bug.stable = false;
    bug.unstable_reason = "the execution was longer than the schedule that can be kept";
    return;
  }
  bug.stable = false;
  bug.unstable_reason = "there was no time left to repeat it; raise --time, or try 'heddle replay'";
  const ReplayRequest request = replay_request(options_.search.execution, found.schedule, found.failure);
  for (int attempt = 0; attempt < kConfirmations && !must_end(); ++attempt) {
    Result<Replayed> replayed = explorer_.replay(request, [this] { return must_end(); });
    if (!replayed) {
      bug.stable = false;
      bug.unstable_reason = replayed.error();
      return;
    }
    bug.output = explorer_.output(kKeptOutput);
    if (replayed->report.end == End::kFailed && same_failure(found.failure, replayed->report.failure)) {
      bug.stable = true;
      bug.unstable_reason.clear();
      bug.report = replayed->report;
      bug.report.number = found.number;
      bug.record = std::move(replayed->record);
      bug.preemptions = std::move(replayed->preemptions);
      return;
    }
    bug.stable = false;
    bug.unstable_reason = why_unstable(*replayed);
    if (found.failure.kind != FailureKind::kDataRace) look_for_difference(bug, request, *replayed);
    if (const Module* library = replayed->modules.find(replayed->ordered_by)) {
      bug.ordered_by = library->path;
      return;
    }
  }
}

// Replays that all go the same way may still go another one than the search did: then there is none.
void Campaign::look_for_difference(Bug& bug, const ReplayRequest& request, const Replayed& first) {
  const auto went_on = [](const Replayed& replayed) {
    const End end = replayed.report.end;
    return end == End::kCompleted || end == End::kDiverged || end == End::kFailed;
  };
  if (!went_on(first)) return;
  for (int i = 0; i < kComparisons && !bug.difference && !must_end(); ++i) {
    const Result<Replayed> again = explorer_.replay(request, [this] { return must_end(); });
    if (!again || !went_on(*again)) return;
    bug.difference = first_difference(first, *again);
  }
}

// One failure, and nothing has ever passed: is it the schedule at all?
void Campaign::probe_other_schedules() {
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
  const auto enough = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  const auto stop = [&] { return interrupted_() || must_end() || std::chrono::steady_clock::now() > enough; };
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
