// The search itself: pauses, what they mean, and when it is over.
#include <algorithm>

#include "detect/race_failure.h"
#include "host/hunt.h"

namespace heddle::host {

void Hunt::search() {
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
        after_race_ ? std::min(options_.executions, after_race_->executions()) : options_.executions;
    request.executions = last - std::min(last, result_.totals.executions);
    // Without a second thread all executions are alike: then one is enough.
    if (is_first) request.executions = std::min<std::uint64_t>(request.executions, 1);
    Result<SearchPaused> paused = explorer_.search(request, watch);
    request.fresh = false;
    if (!paused) {
      result_.end = HuntEnd::kUncontrolled;
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
  if (is_enough_after_race() && result_.end == HuntEnd::kBudget) result_.end = HuntEnd::kFirstBug;
}

// Else why it ended is noted.
bool Hunt::goes_on_after(const SearchPaused& paused) {
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
        result_.end = HuntEnd::kFirstBug;
      else if (result_.bugs.size() >= options_.max_bugs)
        result_.end = HuntEnd::kMaxBugs;
      else if (interrupted_())
        result_.end = HuntEnd::kInterrupted;
      else
        return true;
      return false;
    case PauseReason::kRace:
      if (has_race && options_.search.races == Races::kStop)
        result_.end = HuntEnd::kFirstBug;
      else if (interrupted_())
        result_.end = HuntEnd::kInterrupted;
      else {
        if (has_race && ends_at_first_bug && !after_race_) after_race_.emplace(result_.totals.executions);
        return true;
      }
      return false;
    case PauseReason::kExhausted:
      result_.end = HuntEnd::kExhausted;
      return false;
    case PauseReason::kSaturated:
      result_.end = HuntEnd::kSaturated;
      return false;
    case PauseReason::kStopped:
      if (interrupted_())
        result_.end = HuntEnd::kInterrupted;
      else if (result_.totals.executions == 0)
        finish_nothing(paused.report);
      return false;
    case PauseReason::kAnew:
      return true;
    case PauseReason::kBudget:
      return false;
  }
  return false;
}

bool Hunt::is_enough_after_race() const {
  return after_race_ && after_race_->is_over(result_.totals.executions);
}

// After the failures. A block that was used after it was freed is one bug.
void Hunt::list_races() {
  const auto is_of_freed_block = [this](const Bug& race) {
    const DataRace& found = race.report.failure.race;
    const SiteId allocated_at = found.place.allocation_site;
    if (allocated_at == kNoSite || (!found.first.frees && !found.second.frees)) return false;
    return std::any_of(result_.bugs.begin(), result_.bugs.end(), [&](const Bug& bug) {
      const HeapError& error = bug.report.failure.heap;
      return error.kind == HeapErrorKind::kUseAfterFree && error.object.allocation_site == allocated_at;
    });
  };
  std::erase_if(races_, is_of_freed_block);
  for (Bug& race : races_) {
    race.id = static_cast<unsigned>(result_.bugs.size() + 1);
    result_.bugs.push_back(std::move(race));
  }
}

void Hunt::handle_failure(const SearchPaused& paused, bool attempt) {
  Bug bug;
  bug.id = static_cast<unsigned>(result_.bugs.size() + 1);
  bug.execution = paused.totals.executions;
  bug.attempt = attempt;
  bug.tactic = paused.report.tactic;
  bug.report = paused.report;
  confirm(bug, paused.report);
  result_.bugs.push_back(std::move(bug));
  HuntResult so_far = result_;
  so_far.end = HuntEnd::kInterrupted;
  so_far.seconds = elapsed();
  on_bug_(so_far);
}

// Listed after the failures, which a first-bug search is made for.
void Hunt::handle_races(std::vector<ExecutionReport>& found) {
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

}  // namespace heddle::host
