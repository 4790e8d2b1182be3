#include "runtime/isolation/in_process_search.h"

#include <chrono>
#include <utility>

#include "runtime/isolation/race_watch.h"
#include "runtime/isolation/replaying.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/globals.h"
#include "runtime/system/real_time.h"
#include "search/confirm.h"
#include "search/observers.h"
#include "search/repeat.h"
#include "search/shrink_bug.h"

namespace heddle::runtime {

namespace {

constexpr std::chrono::seconds kTimeToShrink{10};

double now_seconds() {
  return static_cast<double>(real_nanoseconds()) * 1e-9;
}

bool is_race(const ExecutionReport& report) {
  return report.failure.kind == FailureKind::kDataRace;
}

}  // namespace

// What the zygote shares with us tells apart what we wrote to since.
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
  const auto stop = [&] { return ++asked % 16 == 0 && now_seconds() - start >= limits.seconds; };
  for (bool goes_on = true; goes_on;) {
    const PauseReason reason = search.run(limits.executions - search.totals().executions, stop);
    look_at_pause(search, reason, findings);
    goes_on = (reason == PauseReason::kFailure || reason == PauseReason::kRace) &&
              !(findings.bug && limits.stop_at_first_bug);
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
  if (reason == PauseReason::kFailure && !findings.bug) {
    findings.bug = confirm(report_of(search.last()), findings.modules);
    findings.bug->tactic = search.tactic();
  }
  SearchPaused paused;
  search.observers.tell(paused);
  findings.coverage = std::move(paused.coverage);
  for (const ExecutionReport& race : paused.races) {
    std::optional<Bug> confirmed = confirm(race, findings.modules);
    if (!confirmed) continue;
    ++findings.races;
    if (!findings.bug) findings.bug = std::move(confirmed);
  }
}

std::optional<Bug> InProcessSearch::confirm(const ExecutionReport& found, ModuleTable& modules) {
  const auto replay = [&](bool) {
    return zygote_->replay(replay_request(settings_.execution, found.schedule, found.failure), nullptr);
  };
  Confirmation confirmation = confirm_failure(found.failure, replay, [] { return false; });
  if (is_race(found) && !confirmation.problem.empty()) return std::nullopt;
  Bug bug;
  bug.execution = found.number;
  bug.report = found;
  bug.stable = confirmation.problem.empty();
  bug.unstable_reason = confirmation.problem;
  modules = load_map().table();
  if (bug.stable && confirmation.first) {
    bug.report = confirmation.first->report;
    bug.report.number = found.number;
    bug.record = std::move(confirmation.first->record);
    bug.preemptions = std::move(confirmation.first->preemptions);
    modules = std::move(confirmation.first->modules);
  }
  return bug;
}

void InProcessSearch::shrink(Bug& bug) {
  const ShrinkLimits limits{.end = std::chrono::steady_clock::now() + kTimeToShrink};
  shrink_bug(bug, *zygote_, settings_.execution, limits, [](std::uint64_t) { return false; });
}

InProcessFindings InProcessSearch::replay(const ScheduleFile& file) {
  InProcessFindings findings;
  ReplayRequest request = replay_request(settings_.execution, file.schedule, file.outcome);
  request.execution.livelock = verdict_in(file.outcome_text);
  request.execution.random_seed = file.random_seed;
  if (file.outcome == FailureKind::kDataRace) request.race = {0, file.first_access, file.second_access};
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
  (is_race(replayed.report) ? findings.races : findings.totals.failed) = 1;
  findings.bug.emplace();
  findings.bug->report = replayed.report;
  findings.bug->record = replayed.record;
  findings.bug->preemptions = replayed.preemptions;
  return findings;
}

}  // namespace heddle::runtime
