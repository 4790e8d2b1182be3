#include "search/shrink_bug.h"

#include <algorithm>

#include "analysis/context_switches.h"
#include "search/repeat.h"

namespace heddle {

namespace {

// An attempt may become longer than what was found, but not by much.
constexpr std::uint64_t kLonger = 2;
constexpr std::uint64_t kLongerAtLeast = 2'000;
// What is shorter is of no use without a last replay, which records more: time is kept for it.
constexpr int kReplaysToAdopt = 2;

FailedExecution failed_execution(const ExecutionReport& report,
                                 const std::vector<std::uint32_t>& preemptions) {
  FailedExecution failed;
  failed.schedule = report.schedule;
  failed.preemptions = preemptions;
  failed.threads = report.threads;
  failed.deadlocked = report.failure.cycle;
  failed.early = report.early.count;
  failed.suspects = {report.failure.thread};
  for (const ThreadId member : report.failure.cycle)
    if (member != report.failure.thread) failed.suspects.push_back(member);
  if (report.failure.kind == FailureKind::kDataRace)
    failed.suspects.push_back(report.failure.race.first.thread);
  std::erase(failed.suspects, kNoThread);
  return failed;
}

class BugShrinker {
 public:
  BugShrinker(Bug& bug, Replayer& replayer, const ExecutionOptions& options, const ShrinkLimits& limits,
              const std::function<bool(std::uint64_t)>& watch)
      : bug_(bug),
        replayer_(replayer),
        options_(options_of(bug.report, options)),
        limits_(limits),
        watch_(watch) {
    longest_ = bug.report.steps * kLonger + kLongerAtLeast;
  }

  void shrink() {
    FailedExecution found = failed_execution(bug_.report, bug_.preemptions);
    const ShrinkCost found_cost = cost_of(found);
    const Reexecute reexecute = [this](const std::vector<Turn>& turns) { return fails(turns); };
    const std::function<bool()> stop = [this] { return out_of_budget(); };
    bug_.shrinking.from = context_switches_of(bug_);
    const Perform trace = [this](const std::vector<Turn>& turns) { return operations_of(request_by(turns)); };
    const LookAhead ahead = look_ahead();
    if (found.early > 0) {
      in_time_ = true;
      std::optional<FailedExecution> in_time = fail_likewise(found, reexecute, stop, ahead);
      in_time_ = in_time.has_value();
      if (in_time) found = std::move(*in_time);
    }
    const FailedExecution shortest = heddle::shrink(found, reexecute, trace, stop, ahead);
    if (lost_ || (cost_of(shortest) < found_cost && !adopt(shortest))) return;
    bug_.shrinking.done = true;
    if (has_too_many_turns(shortest)) {
      if (bug_.shrinking.ended_early.empty())
        bug_.shrinking.ended_early = "it has too many context switches to leave them out one by one";
      return;
    }
    const std::string ended_early = bug_.shrinking.ended_early;
    if (stop()) return;  // the essence takes replays of its own
    find_essence(reexecute, trace, stop);
    bug_.shrinking.ended_early = ended_early;  // that was about the essence
  }

 private:
  std::optional<FailedExecution> fails(const std::vector<Turn>& turns) {
    const auto start = std::chrono::steady_clock::now();
    const Result<Replayed> replayed = replayer_.replay(request_by(turns), time_is_up());
    longest_replay_ = std::max(longest_replay_, std::chrono::steady_clock::now() - start);
    ++bug_.shrinking.reexecutions;
    if (!replayed) {
      lost_ = true;
      return std::nullopt;
    }
    const ExecutionReport& report = replayed->report;
    if (report.end != End::kFailed || report.schedule_is_lost ||
        !same_failure(bug_.report.failure, report.failure))
      return std::nullopt;
    FailedExecution failed = failed_execution(report, replayed->preemptions);
    if (bug_.report.early.count == 0) failed.early = 0;
    return failed;
  }

  LookAhead look_ahead() {
    LookAhead ahead{.plans = replayer_.at_a_time()};
    if (ahead.plans < 2) return ahead;
    ahead.expect = [this](const std::vector<const std::vector<Turn>*>& plans) {
      std::vector<ReplayRequest> next;
      for (const std::vector<Turn>* plan : plans) next.push_back(request_by(*plan));
      replayer_.expect(next);
    };
    return ahead;
  }

  ReplayRequest request_by(const std::vector<Turn>& turns) const {
    ReplayRequest request = replay_request(options_, {}, FailureKind::kNone);
    request.race = wanted_race(bug_.report.failure);
    request.execution.capture_output = false;
    request.execution.in_time = in_time_;
    request.max_recorded_steps = 0;
    request.by_turns = true;
    request.turns = turns;
    request.longest = longest_;
    return request;
  }

  // One replay may take long; its end belongs to the time for shrinking.
  Replayer::Watch time_is_up() const {
    return [end = limits_.end] { return std::chrono::steady_clock::now() >= end; };
  }

  bool out_of_budget() {
    std::string& why = bug_.shrinking.ended_early;
    if (!why.empty()) return true;
    const std::uint64_t executions = bug_.shrinking.reexecutions;
    if (lost_)
      why = "the process that executes it again was lost";
    else if (executions >= limits_.executions)
      why = "the limit of re-executions was reached";
    else if (std::chrono::steady_clock::now() + longest_replay_ * kReplaysToAdopt >= limits_.end)
      why = "the time for it was over";
    else if (watch_(executions))
      why = "it was interrupted";
    return !why.empty();
  }

  // A schedule is not called the bug's before it has failed again, operation by operation.
  bool adopt(const FailedExecution& shortest) {
    const Result<Replayed> replayed =
        replayer_.replay(replay_request(options_, shortest.schedule, bug_.report.failure), time_is_up());
    if (!replayed || replayed->report.end != End::kFailed ||
        !same_failure(bug_.report.failure, replayed->report.failure)) {
      bug_.shrinking.ended_early = "the shorter schedule could not be repeated";
      return false;
    }
    const std::uint64_t number = bug_.report.number;
    const std::string tactic = bug_.report.tactic;
    const bool was_early = bug_.report.early.count > 0;
    bug_.report = replayed->report;
    if (!was_early || in_time_) bug_.report.early = {};
    bug_.report.number = number;
    bug_.report.tactic = tactic;
    bug_.record = replayed->record;
    bug_.preemptions = replayed->preemptions;
    bug_.output = replayer_.output(kKeptOutput);
    return true;
  }

  std::vector<PerformedOperation> operations_of(ReplayRequest request) {
    request.execution.capture_output = false;
    request.max_recorded_steps = 0;
    request.operations = true;
    Result<Replayed> replayed = replayer_.replay(request, time_is_up());
    ++bug_.shrinking.reexecutions;
    if (!replayed) lost_ = true;
    return replayed ? std::move(replayed->operations) : std::vector<PerformedOperation>();
  }

  void find_essence(const Reexecute& reexecute, const Perform& trace, const std::function<bool()>& stop) {
    const std::vector<PerformedOperation> operations =
        operations_of(replay_request(options_, bug_.report.schedule, bug_.report.failure.kind));
    // Whatever is tried, older stores are seen as before.
    const FailedExecution failed = failed_execution(bug_.report, bug_.preemptions);
    const auto seeing = [sights = sights_of(failed)](std::vector<Turn> plan) {
      plan.insert(plan.end(), sights.begin(), sights.end());
      return plan;
    };
    bug_.shrinking.essence = essence_of(
        failed, operations, bug_.report.failure,
        [&](const std::vector<Turn>& plan) { return reexecute(seeing(plan)); },
        [&](const std::vector<Turn>& plan) { return trace(seeing(plan)); }, stop);
  }

  Bug& bug_;
  Replayer& replayer_;
  ExecutionOptions options_;
  const ShrinkLimits& limits_;
  const std::function<bool(std::uint64_t)>& watch_;
  std::uint64_t longest_;
  std::chrono::steady_clock::duration longest_replay_{};
  bool in_time_ = false;  // no deadline may come early
  bool lost_ = false;
};

}  // namespace

std::uint64_t context_switches_of(const Bug& bug) {
  return context_switches(bug.report.schedule, bug.preemptions, bug.report.failure.cycle);
}

std::string why_not_shrunk(const Bug& bug) {
  if (!bug.stable) return "it is not stable";
  if (bug.report.failure.kind == FailureKind::kLivelock)
    return "a livelock ends where somebody lost patience, not where it fails";
  if (bug.report.schedule_is_lost) return "its schedule is not complete";
  return {};
}

void shrink_bug(Bug& bug, Replayer& replayer, const ExecutionOptions& options, const ShrinkLimits& limits,
                const std::function<bool(std::uint64_t)>& watch) {
  if (why_not_shrunk(bug).empty()) BugShrinker(bug, replayer, options, limits, watch).shrink();
}

}  // namespace heddle
