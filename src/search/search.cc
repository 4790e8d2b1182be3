#include "search/search.h"

#include <algorithm>

#include "event/hash.h"
#include "strategies/profile.h"
#include "strategies/registry.h"

namespace heddle {

namespace {

// Nothing is known of what it would have done.
bool is_in_vain(const Execution& execution) {
  return execution.end == End::kLost || execution.end == End::kStuck || execution.end == End::kRefused;
}

}  // namespace

bool exit_is_held(std::uint64_t seed, std::uint64_t execution) {
  constexpr std::uint64_t kHoldExit = hash_text("hold exit");
  return (combine(seed_of_execution(seed, execution), kHoldExit) & 1) != 0;
}

void expect_what_strategy_expects(const std::string& strategy, MeterSettings& coverage) {
  const Result<ParsedStrategy> parsed = parse_strategy(strategy);
  if (!parsed) return;
  if (const auto* const tsa = parsed->options_as<TsaOptions>()) coverage.estimate = tsa->estimate;
  if (const auto* const iroot = parsed->options_as<IRootOptions>()) coverage.idioms = iroot->idioms;
}

Result<std::unique_ptr<Search>> Search::make(const SearchSettings& settings, Executor& executor) {
  Result<std::unique_ptr<Strategy>> strategy =
      make_strategy(settings.strategy, settings.requirements, settings.lines);
  if (!strategy) return Error{strategy.error()};
  return std::make_unique<Search>(settings, std::move(*strategy), executor);
}

void Search::guide(std::vector<Guide> guides) {
  if (Guidable* const guidable = strategy_->facets().guidable) guidable->guide(std::move(guides));
}

bool Search::go_on_from(std::span<const std::uint8_t> left, const SearchTotals& before) {
  Divisible* const divisible = strategy_->facets().divisible;
  if (divisible == nullptr || !divisible->load(left)) return false;
  totals_ = before;
  return true;
}

std::vector<std::uint8_t> Search::save() const {
  const Divisible* const divisible = strategy_->facets().divisible;
  return divisible != nullptr ? divisible->save() : std::vector<std::uint8_t>();
}

std::vector<std::uint8_t> Search::give_away() {
  Divisible* const divisible = strategy_->facets().divisible;
  return divisible != nullptr ? divisible->give_away() : std::vector<std::uint8_t>();
}

std::vector<double> Search::series() const {
  const std::vector<double>* const series = strategy_->facets().series;
  return series != nullptr ? *series : std::vector<double>();
}

ProgramSize Search::size() const {
  const Profile* const profile = strategy_->facets().profile;
  if (profile == nullptr) return {};
  return {profile->threads(), profile->events(EventClass::kAcquire), profile->events(EventClass::kSync),
          profile->events(EventClass::kAll), profile->atomic_reads()};
}

void Search::count_unjoined(const Execution& execution) {
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

ExecutionOptions Search::options_of_next(const Facets& facets) const {
  ExecutionOptions options = settings_.execution;
  options.keep_events = options.keep_events || settings_.coverage.metrics != 0 ||
                        settings_.predict_deadlocks || settings_.races != Races::kIgnore;
  options.number = next_execution_;
  options.seed = seed_of_execution(settings_.seed, options.number);
  options.hold_exit = facets.exit == ExitRule::kHeld ||
                      (facets.exit == ExitRule::kEither && exit_is_held(settings_.seed, options.number));
  return options;
}

std::uint64_t Search::signature_of(const Execution& execution) const {
  const std::uint64_t signature = execution.failure.signature();
  if (!settings_.apart_by_told) return signature;
  std::uint64_t told = hash_text("told");
  for (const std::uint8_t byte : execution.told) told = combine(told, byte);
  return combine(signature, told);
}

void Search::count(const Execution& execution, bool is_sample) {
  totals_.add_work_of(execution);
  if (execution.event_hash != 0 && settings_.execution.digest && !is_sample)
    totals_.digest = combine(totals_.digest, execution.event_hash);
  if (execution.end == End::kStuck) return;  // nothing is known of its end
  totals_.add_bounds_of(execution);
  count_unjoined(execution);
}

std::optional<PauseReason> Search::pass_over(const Passed& passed) {
  strategy_->pass_over({next_execution_, passed.count, settings_.seed});
  next_execution_ += passed.count;
  totals_.add(passed.totals);
  for (const Passed::Failures& each : passed.failures)
    if (each.times != 0) failures_[each.signature] += each.times;
  return observers.pass_over(passed.totals.executions);
}

std::optional<PauseReason> Search::look_at(const Execution& execution) {
  const Lesson lesson = strategy_->learn(execution);
  std::optional<PauseReason> seen;
  bool tells = true;
  if (executor_.role() == Executor::Role::kWhole) seen = observers.look_at(execution);
  if (executor_.role() == Executor::Role::kShares)
    tells = observers.look_ahead(execution) || settings_.execution.digest;
  executor_.learnt(execution, lesson, tells || lesson != Lesson::kNone);
  return seen;
}

PauseReason Search::run(std::uint64_t executions, const std::function<bool()>& stop) {
  was_cut_off_ = false;
  for (std::uint64_t done = 0; done < executions;) {
    if (stop()) return PauseReason::kStopped;
    const Facets facets = strategy_->facets();
    if (facets.is_exhausted()) return PauseReason::kExhausted;
    const bool is_sample = facets.next_is_sample();
    const bool is_divisible = facets.divisible != nullptr;
    const std::uint64_t beginnings = facets.beginnings();
    const ExecutionOptions options = options_of_next(facets);
    Passed passed;
    executor_.pass(options, {executions - done, facets.until_lesson}, passed);
    if (passed.count != 0) {
      done += passed.totals.executions;
      if (const std::optional<PauseReason> reason = pass_over(passed)) return *reason;
      continue;
    }
    ++next_execution_;
    const Execution& execution = executor_.run(*strategy_, options);
    last_ = &execution;
    const bool is_new = execution.end == End::kFailed && !failures_.contains(signature_of(execution));
    if (is_new) tactic_ = strategy_->facets().tactic(options.seed);
    // It is not learnt from: whoever goes on with the search does it again.
    if (is_divisible && is_in_vain(execution) && stop()) {
      was_cut_off_ = true;
      return PauseReason::kStopped;
    }
    std::optional<PauseReason> seen = look_at(execution);
    const bool begins_anew = is_divisible && strategy_->facets().beginnings() != beginnings;
    if (begins_anew) totals_.superseded = totals_.executions + (execution.end == End::kAbandoned ? 0 : 1);
    if (!seen && begins_anew && settings_.pauses_anew) seen = PauseReason::kAnew;
    count(execution, is_sample);
    if (execution.end == End::kAbandoned) {
      ++totals_.abandoned;
      if (seen == PauseReason::kAnew) return *seen;
      continue;
    }
    const bool ended_in_vain = is_in_vain(execution);
    if (ended_in_vain && stop()) {  // ended because we asked for it
      was_cut_off_ = true;
      return PauseReason::kStopped;
    }
    if (ended_in_vain) return PauseReason::kLost;
    if (is_sample && !is_new) {
      ++totals_.samples;
      if (seen) return *seen;
      continue;
    }
    ++totals_.executions;
    ++done;
    if (execution.end == End::kFailed) {
      ++totals_.failed;
      ++failures_[signature_of(execution)];
      if (is_new) return PauseReason::kFailure;
    }
    if (seen) return *seen;
  }
  return PauseReason::kBudget;
}

}  // namespace heddle
