#include "runtime/isolation/race_watch.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "detect/race_failure.h"
#include "event/access_detail.h"
#include "runtime/engine/scheduler.h"
#include "runtime/services/opaque_code.h"

namespace heddle::runtime {

namespace {

constexpr std::size_t kMostRacesOfReplay = 2048;
constexpr std::size_t kMostGranulesOfReplay = std::size_t{1} << 21;  // all memory is seen there

// Each race is replayed, so that there cannot be many.
bool is_time_to_try_again(std::uint64_t times) {
  return times <= 1024 && std::has_single_bit(times);
}

}  // namespace

std::optional<PauseReason> RaceWatch::look_at(const Execution& execution) {
  if (is_over(execution) && has_new_race(execution) && stops_) return PauseReason::kRace;
  return std::nullopt;
}

bool RaceWatch::look_ahead(const Execution& execution) {
  if (!is_over(execution)) return false;
  const std::uint64_t incomplete = incomplete_, met = met_;
  const bool any = has_new_race(execution);
  found_.clear();
  return any || incomplete_ != incomplete || (opaque::may_be_here() && met_ != met);
}

std::optional<PauseReason> RaceWatch::pass_over(std::uint64_t executions) {
  if (is_full()) unseen_ += executions;
  return std::nullopt;
}

bool RaceWatch::has_new_race(const Execution& execution) {
  const bool may_be_none = opaque::may_be_here();
  if (is_full()) ++unseen_;
  if (is_full() && !may_be_none) return false;
  if (may_be_none) observer_.forget_reported();
  const LocationTable& locations = program().knowledge.locations;
  bool any = false;
  for (const Race& race : observer_.observe(execution, locations)) {
    Failure failure = failure_of(race, observer_, execution, locations);
    const std::uint64_t place = race_place(failure.race);
    if (is_full() && !places_.contains(place)) continue;
    ++met_;
    const std::uint64_t times = ++places_[place];
    if (times > 1 && !(may_be_none && is_time_to_try_again(times))) continue;
    found_.push_back(report_of(execution));
    found_.back().failure = std::move(failure);
    any = true;
  }
  if (!execution.order_is_lost && observer_.is_incomplete()) ++incomplete_;
  return any;
}

void RaceWatch::tell(SearchPaused& paused) {
  paused.races = std::exchange(found_, {});
  paused.totals.beyond[static_cast<std::size_t>(Bound::kRaceRecords)] += incomplete_;
  paused.totals.beyond[static_cast<std::size_t>(Bound::kRaces)] += unseen_;
}

namespace {

bool is_wanted(const Race& race, const WantedRace& wanted) {
  if (wanted.signature != 0) return failure_signature(race) == wanted.signature;
  return race.first.event == wanted.first && race.second.event == wanted.second;
}

std::optional<Failure> find_race_if(Opaque opaque, Volatile volatile_means, const RaceLimits& limits,
                                    const WantedRace& wanted, const Execution& execution) {
  const LocationTable& locations = program().knowledge.locations;
  RaceObserver observer(limits, volatile_means);
  for (const Race& race : observer.observe(execution, locations, opaque)) {
    if (!is_wanted(race, wanted)) continue;
    Failure failure = failure_of(race, observer, execution, locations);
    for (RacingAccess* access : {&failure.race.first, &failure.race.second}) {
      const std::span<const SiteId> stack =
          access->allocates ? std::span<const SiteId>{} : execution.stack_of(access->step);
      access->stack.assign(stack.begin(), stack.end());
      if (stack.empty() && access->site != kNoSite) access->stack.push_back(access->site);
    }
    return failure;
  }
  return std::nullopt;
}

// The replay shows accesses that the search did not see: in the execution that finds a location to be shared,
// those before that moment. A race of theirs may stand for the wanted one, so every pair of lines is looked
// at then.
std::optional<Failure> find_race_if(Opaque opaque, Volatile volatile_means, const WantedRace& wanted,
                                    const Execution& execution) {
  if (auto found = find_race_if(opaque, volatile_means, RaceLimits{}, wanted, execution)) return found;
  RaceLimits limits;
  limits.every_line = EveryLine::kYes;
  limits.reports = kMostRacesOfReplay;
  limits.granules = kMostGranulesOfReplay;
  return find_race_if(opaque, volatile_means, limits, wanted, execution);
}

// What the search took volatile accesses for is not known here. A race in which they are atomics is one in
// which they are not, but not by the same name.
std::optional<Failure> find_race_if(Opaque opaque, const WantedRace& wanted, const Execution& execution) {
  if (auto found = find_race_if(opaque, Volatile::kPlain, wanted, execution)) return found;
  const auto is_volatile = [](const Event& event) {
    return is_atomic_access(event.kind) && ordering_of(event) == Ordering::kVolatile;
  };
  if (std::none_of(execution.events.begin(), execution.events.end(), is_volatile)) return std::nullopt;
  return find_race_if(opaque, Volatile::kAtomic, wanted, execution);
}

// Opaque code that one of the two threads entered or left between the accesses.
SiteId opaque_code_between(const DataRace& race, std::span<const OrderNote> notes) {
  for (const OrderNote& note : notes) {
    const bool is_between = note.event > race.first.step && note.event <= race.second.step;
    const bool is_one_of_them = note.thread == race.first.thread || note.thread == race.second.thread;
    const bool is_opaque = note.kind == OrderKind::kEnterOpaque || note.kind == OrderKind::kLeaveOpaque;
    if (is_opaque && is_between && is_one_of_them) return note.site;
  }
  return kNoSite;
}

}  // namespace

FoundRace find_race(const WantedRace& wanted, const Execution& execution) {
  if (std::optional<Failure> certain = find_race_if(Opaque::kOrders, wanted, execution))
    return {std::move(certain), kNoSite};
  if (!opaque::may_be_here()) return {};
  const std::optional<Failure> possible = find_race_if(Opaque::kOrdersNothing, wanted, execution);
  if (!possible) return {};
  return {std::nullopt, opaque_code_between(possible->race, execution.order_notes)};
}

}  // namespace heddle::runtime
