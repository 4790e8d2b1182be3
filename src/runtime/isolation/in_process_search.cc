#include "runtime/isolation/in_process_search.h"

#include <chrono>
#include <utility>

#include "detect/race_failure.h"
#include "runtime/isolation/race_watch.h"
#include "runtime/isolation/replaying.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/globals.h"
#include "runtime/system/real_time.h"
#include "search/after_race.h"
#include "search/confirm.h"
#include "search/observers.h"
#include "search/repeat.h"
#include "search/saved_turns.h"
#include "search/shrink_bug.h"

namespace heddle::runtime {

namespace {

constexpr std::chrono::seconds kTimeToShrink{10};

double now_seconds() {
  return static_cast<double>(real_nanoseconds()) * 1e-9;
}

}  // namespace

// The zygote is forked when the image has been taken: pages that we still share with it have not been written
// to since.
std::string InProcessSearch::prepare() {
  std::string problem = restores_memory_ ? image_.take(__builtin_frame_address(0)) : std::string();
  zygote_.emplace(body_);
  if (restores_memory_ && problem.empty())
    problem = zygote_->works() ? image_.begin() : "no process can be forked";
  return problem.empty() ? problem : "memory cannot be restored: " + problem;
}

void InProcessSearch::observe(Search& search) {
  const double start = now_seconds();
  if (settings_.races != Races::kIgnore)
    search.observers.add(std::make_unique<RaceWatch>(settings_.volatile_means, settings_.races));
  add_observers(
      settings_, program().knowledge.locations, [start] { return now_seconds() - start; }, search.observers);
}

InProcessFindings InProcessSearch::run(const InProcessLimits& limits) {
  InProcessFindings findings;
  Result<std::unique_ptr<Search>> made = Search::make(settings_, executor_);
  if (!made) return findings.error = made.error(), findings;
  Search& search = **made;
  if (search.is_guided())
    findings.error =
        "strategy '" + settings_.strategy + "' is worked out by the heddle command: use `heddle run`";
  else
    findings.error = prepare();
  if (!findings.error.empty()) return findings;
  observe(search);
  const double start = now_seconds();
  std::uint64_t asked = 0;
  std::optional<AfterRace> after_race;
  const auto stop = [&] {
    if (++asked % 16 != 0) return false;
    return now_seconds() - start >= limits.seconds ||
           (after_race && after_race->is_over(search.totals().executions));
  };
  for (bool goes_on = true; goes_on;) {
    const PauseReason reason = search.run(limits.executions - search.totals().executions, stop);
    look_at_pause(search, reason, findings);
    goes_on = reason == PauseReason::kFailure || reason == PauseReason::kRace;
    if (!findings.bug || !limits.stop_at_first_bug) continue;
    if (!is_race(*findings.bug)) break;
    if (!after_race) after_race.emplace(search.totals().executions);
  }
  findings.totals = search.totals();
  findings.seconds = now_seconds() - start;
  if (findings.bug && limits.shrink) shrink(*findings.bug);
  return findings;
}

void InProcessSearch::look_at_pause(Search& search, PauseReason reason, InProcessFindings& findings) {
  findings.exhausted = reason == PauseReason::kExhausted;
  if (reason == PauseReason::kLost && search.last().end == End::kRefused)
    findings.error = search.last().failure.text;
  if (reason == PauseReason::kFailure) handle_failure(search, findings);
  SearchPaused paused;
  search.observers.tell(paused);
  findings.coverage = std::move(paused.coverage);
  handle_races(paused.races, findings);
}

// The first one; it takes the place of a race.
void InProcessSearch::handle_failure(const Search& search, InProcessFindings& findings) {
  if (findings.bug && !is_race(*findings.bug)) return;
  Confirmed confirmed = confirm(report_of(search.last()));
  findings.bug = std::move(confirmed.bug);
  findings.bug->tactic = search.tactic();
  findings.modules = std::move(confirmed.modules);
}

void InProcessSearch::handle_races(const std::vector<ExecutionReport>& races, InProcessFindings& findings) {
  for (const ExecutionReport& race : races) {
    const std::uint64_t place = race_place(race.failure.race);
    if (racy_places_.contains(place)) continue;
    Confirmed confirmed = confirm(race);
    if (!confirmed.bug.ordered_by.empty()) continue;  // by what the search did not see
    racy_places_.insert(place);
    ++findings.races;
    if (findings.bug) continue;
    findings.bug = std::move(confirmed.bug);
    findings.modules = std::move(confirmed.modules);
  }
}

InProcessSearch::Confirmed InProcessSearch::confirm(const ExecutionReport& found) {
  Confirmed result;
  result.bug.execution = found.number;
  result.bug.report = found;
  result.bug.report.end = End::kFailed;
  Confirmation confirmation =
      confirm_bug(result.bug, found, settings_.execution, *zygote_, [] { return false; });
  if (confirmation.first)
    result.modules = std::move(confirmation.first->modules);
  else
    result.modules = load_map().table();
  return result;
}

void InProcessSearch::shrink(Bug& bug) {
  const ShrinkLimits limits{.end = std::chrono::steady_clock::now() + kTimeToShrink};
  shrink_bug(bug, *zygote_, settings_.execution, limits, [](std::uint64_t) { return false; });
}

InProcessFindings InProcessSearch::replay(const ScheduleFile& file, Follow follow) {
  InProcessFindings findings;
  ReplayRequest request = replay_request(settings_.execution, file);
  request.execution.random_seed = file.random_seed;
  request.execution.stall = file.stall.value_or(kAnyStall);
  request.execution.memory = file.cpp_memory ? Memory::kCpp : Memory::kSequential;
  if (follow == Follow::kAsFarAsItGoes)
    follow_turns(request, saved_turns(file.schedule, file.threads), file.schedule);
  const std::unique_ptr<Strategy> strategy = prepare_replay(request);
  const Replayed replayed = answer_to(request, executor_.run(*strategy, request.execution));
  findings.totals.executions = 1;
  findings.totals.steps = replayed.report.steps;
  findings.totals.switches = replayed.report.switches;
  findings.modules = replayed.modules;
  if (replayed.report.end == End::kDiverged)
    findings.error = "the schedule diverged at step " + std::to_string(replayed.report.divergence.step + 1) +
                     ": " + replayed.report.divergence.reason;
  if (replayed.report.end != End::kFailed) return findings;
  findings.bug.emplace();
  findings.bug->report = replayed.report;
  findings.bug->record = replayed.record;
  findings.bug->preemptions = replayed.preemptions;
  findings.races = is_race(*findings.bug) ? 1 : 0;
  findings.totals.failed = 1 - findings.races;
  return findings;
}

}  // namespace heddle::runtime
