// After the search: what it has predicted is made to happen, if possible.
#include <algorithm>

#include "host/hunt.h"
#include "strategies/deadlock_fuzzer.h"

namespace heddle::host {

namespace {

// At one deadlock, and how many are tried. Counted, so that the same search tries the same; time is the last
// resort.
constexpr std::uint64_t kAttempts = 50;
constexpr std::size_t kMostTried = 20;

}  // namespace

void Hunt::attempt_predictions() {
  note_what_happened();
  const bool is_over = result_.end == HuntEnd::kInterrupted || result_.end == HuntEnd::kUncontrolled;
  if (is_over) return;
  const auto end = end_of_refinements();
  for (std::size_t i = 0; i < std::min(result_.warnings.size(), kMostTried); ++i) {
    if (has_enough_bugs() || std::chrono::steady_clock::now() >= end) return;
    if (result_.warnings[i].bug == 0) attempt(result_.warnings[i], end);
    if (result_.end == HuntEnd::kInterrupted || result_.end == HuntEnd::kUncontrolled) return;
  }
}

// Somebody who wants one bug is told of it without delay, and of the predictions as they are.
bool Hunt::has_enough_bugs() const {
  const auto is_the_one = [this](const Bug& bug) { return is_news(bug); };
  if (options_.until == Until::kFirstBug && std::any_of(result_.bugs.begin(), result_.bugs.end(), is_the_one))
    return true;
  return result_.bugs.size() >= options_.max_bugs;
}

// A bug in which threads wait where those of a prediction would is what was predicted.
void Hunt::note_what_happened() {
  for (Warning& warning : result_.warnings)
    for (const Bug& bug : result_.bugs)
      if (warning.bug == 0 && bug.report.failure.signature() == warning.deadlock.signature())
        warning.bug = bug.id;
}

// One search of its own; whatever else fails on the way is a bug, too.
void Hunt::attempt(Warning& warning, std::chrono::steady_clock::time_point end) {
  const auto stop = [&] {
    on_progress_(progress(result_.totals.executions, result_.totals.steps));
    return interrupted_() || std::chrono::steady_clock::now() >= end;
  };
  SearchRequest request;
  request.settings = for_other_executions();
  request.settings.strategy = to_strategy(warning.deadlock);
  while (warning.attempts < kAttempts && warning.bug == 0) {
    request.executions = kAttempts - warning.attempts;
    const Result<SearchPaused> paused = explorer_.search(request, stop);
    request.fresh = false;
    if (!paused) {
      result_.end = HuntEnd::kUncontrolled;
      result_.problem = paused.error();
      return;
    }
    warning.attempts = paused->totals.executions;
    if (paused->reason == PauseReason::kLost) lose_control(paused->report);
    if (paused->reason == PauseReason::kStopped && interrupted_()) result_.end = HuntEnd::kInterrupted;
    if (paused->reason != PauseReason::kFailure) return;
    const std::uint64_t signature = paused->report.failure.signature();
    const bool is_known = std::any_of(result_.bugs.begin(), result_.bugs.end(), [&](const Bug& bug) {
      return bug.report.failure.signature() == signature;
    });
    if (is_known) continue;
    handle_failure(*paused, true);
    note_what_happened();
    if (!has_enough_bugs()) continue;
    if (result_.end == HuntEnd::kBudget)
      result_.end = options_.until == Until::kFirstBug ? HuntEnd::kFirstBug : HuntEnd::kMaxBugs;
    return;
  }
}

}  // namespace heddle::host
