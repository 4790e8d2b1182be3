#include "explore/search.h"

#include <algorithm>

#include "event/hash.h"
#include "schedule/profile.h"
#include "schedule/registry.h"

namespace heddle {

std::uint64_t seed_of_execution(std::uint64_t seed, std::uint64_t execution) {
  return combine(mix(seed), execution);
}

bool exit_is_held(std::uint64_t seed, std::uint64_t execution) {
  return (combine(seed_of_execution(seed, execution), hash_text("hold exit")) & 1) != 0;
}

Result<std::unique_ptr<Search>> Search::make(const SearchSettings& settings, Executor& executor,
                                             Observer observer) {
  Result<std::unique_ptr<Strategy>> strategy = make_strategy(settings.strategy, settings.requirements);
  if (!strategy) return Error{strategy.error()};
  return std::unique_ptr<Search>(new Search(settings, std::move(*strategy), executor, std::move(observer)));
}

ProgramSize Search::size() const {
  const Profile* const profile = strategy_->profile();
  if (profile == nullptr) return {};
  return {profile->threads(), profile->events(EventClass::kAcquire), profile->events(EventClass::kSync),
          profile->events(EventClass::kAll)};
}

void Search::count_limits(const Execution& execution) {
  for (std::size_t i = 0; execution.beyond >> i != 0 && i < kBounds; ++i)
    if ((execution.beyond >> i & 1) != 0) ++totals_.beyond[i];
  if (execution.unjoined.count == 0) return;
  for (const SiteId site : execution.unjoined.places) {
    if (site == kNoSite) break;
    const auto known = std::find_if(unjoined_.begin(), unjoined_.end(),
                                    [site](const UnjoinedPlace& place) { return place.site == site; });
    if (known == unjoined_.end())
      unjoined_.push_back({site, 1, execution.number});
    else
      ++known->executions;
  }
}

PauseReason Search::run(std::uint64_t executions, const std::function<bool()>& stop) {
  was_cut_off_ = false;
  for (std::uint64_t done = 0; done < executions;) {
    if (stop()) return PauseReason::kStopped;
    if (strategy_->exhausted()) return PauseReason::kExhausted;
    ExecutionOptions options = settings_.execution;
    options.keep_events = options.keep_events || settings_.coverage.metrics != 0 ||
                          settings_.predict_deadlocks || settings_.races != Races::kIgnore;
    options.number = next_execution_++;
    options.seed = seed_of_execution(settings_.seed, options.number);
    const ExitRule rule = strategy_->exit_rule();
    options.hold_exit = rule == ExitRule::kHeld ||
                        (rule == ExitRule::kEither && exit_is_held(settings_.seed, options.number));

    const Execution& execution = executor_.run(*strategy_, options);
    last_ = &execution;
    const bool is_new = execution.end == End::kFailed && !failures_.contains(execution.failure.signature());
    if (is_new) tactic_ = strategy_->tactic(options.seed);
    strategy_->learn(execution);
    totals_.steps += execution.steps;
    totals_.events += execution.recorded;
    totals_.points += execution.points;
    totals_.switches += execution.switches;
    for (std::size_t i = 0; i < kTallies; ++i) totals_.tally[i] += execution.tally[i];
    if (execution.event_hash != 0 && settings_.execution.digest)
      totals_.digest = combine(totals_.digest, execution.event_hash);
    count_limits(execution);
    const Seen seen = observer_ ? observer_(execution) : Seen::kNothingNew;
    if (execution.end == End::kAbandoned) {
      ++totals_.abandoned;
      continue;
    }
    const bool ended_in_vain =
        execution.end == End::kLost || execution.end == End::kStuck || execution.end == End::kRefused;
    if (ended_in_vain && stop()) {  // ended because we asked for it
      was_cut_off_ = true;
      return PauseReason::kStopped;
    }
    if (ended_in_vain) return PauseReason::kLost;
    ++totals_.executions;
    ++done;
    if (execution.end == End::kFailed) {
      ++totals_.failed;
      ++failures_[execution.failure.signature()];
      if (is_new) return PauseReason::kFailure;
    }
    if (seen == Seen::kEnough) return PauseReason::kSaturated;
    if (seen == Seen::kRace) return PauseReason::kRace;
  }
  return PauseReason::kBudget;
}

}  // namespace heddle
