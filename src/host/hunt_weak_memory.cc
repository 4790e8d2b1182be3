// A bug in which a thread sees an older value: is that needed, and what would prevent it?
#include <algorithm>

#include "analysis/context_switches.h"
#include "host/hunt.h"
#include "search/confirm.h"
#include "search/missing_orders.h"
#include "search/repeat.h"
#include "search/shrink_bug.h"

namespace heddle::host {

namespace {

constexpr std::uint64_t kTries = 1000;
constexpr std::chrono::seconds kTime(2);

}  // namespace

// Executions until one fails as the bug does, which `take` may refuse.
std::uint64_t Hunt::look_again(const Bug& bug, const SearchSettings& settings,
                               const std::function<bool(const ExecutionReport&)>& take, bool& was_taken) {
  const auto end = std::min(std::chrono::steady_clock::now() + kTime, end_of_refinements());
  const auto stop = [&] { return interrupted_() || std::chrono::steady_clock::now() >= end; };
  SearchRequest request;
  request.settings = settings;
  std::uint64_t done = 0;
  for (; done < kTries && !stop(); request.fresh = false) {
    request.executions = kTries - done;
    Result<SearchPaused> paused = explorer_.search(request, stop);
    if (!paused || paused->reason == PauseReason::kLost) return 0;
    done = paused->totals.executions;
    if (paused->reason == PauseReason::kFailure) paused->races.push_back(std::move(paused->report));
    for (ExecutionReport& found : paused->races) {
      found.end = End::kFailed;
      was_taken = same_failure(bug.report.failure, found.failure) && take(found);
      if (was_taken) return done;
    }
    if (paused->reason == PauseReason::kExhausted) break;
  }
  return done;
}

// Where an older value is not needed, the bug is a simpler one.
void Hunt::try_without_weak_memory(Bug& bug) {
  if (!bug.stable || stale_steps_in(bug.report.schedule) == 0) return;
  SearchSettings settings = for_other_executions();
  settings.races = options_.search.races;
  settings.execution.memory = Memory::kSequential;
  settings.strategy = "auto";
  Bug simpler = bug;
  bool is_simpler = false;
  const std::uint64_t tries = look_again(
      bug, settings,
      [&](const ExecutionReport& found) {
        simpler = bug;
        confirm(simpler, found);
        return simpler.stable;
      },
      is_simpler);
  if (is_simpler)
    bug = std::move(simpler);
  else
    bug.sequential_tries = tries;
}

// The report says which orders are missing. Whether they are enough, executions show.
void Hunt::try_with_missing_orders(Bug& bug) {
  if (!bug.stable || stale_steps_in(bug.report.schedule) == 0) return;
  ReplayRequest request = replay_request(options_of(bug.report, options_.search.execution),
                                         bug.report.schedule, bug.report.failure);
  request.explain = true;
  const Result<Replayed> replayed = explorer_.replay(request, interrupted_);
  if (!replayed) return;
  bug.older_stores = older_stores(replayed->trace);
  if (!options_.lines.line) return;
  bug.missing_orders = missing_orders(replayed->trace, options_.lines);
  if (bug.missing_orders.empty()) return;
  SearchSettings settings = for_other_executions();
  settings.races = options_.search.races;
  settings.execution.memory = Memory::kCpp;
  std::ranges::copy(bug.missing_orders, settings.execution.strengthened.begin());
  bug.ordered_tries =
      look_again(bug, settings, [](const ExecutionReport&) { return true; }, bug.fails_when_ordered);
}

}  // namespace heddle::host
