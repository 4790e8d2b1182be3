#include "runtime/isolation/race_watch.h"

#include <utility>

#include "detect/race_failure.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {

namespace {

// The same in all objects that are allocated at the same line.
std::uint64_t place_key(const Location& place) {
  const std::uint64_t object = place.is_allocated() ? combine(1, place.allocation_site) : place.object_key();
  return combine(object, place.offset);
}

}  // namespace

bool RaceWatch::look_at(const Execution& execution) {
  if (places_.size() == kMost) {
    ++unseen_;
    return false;
  }
  const LocationTable& locations = scheduler().knowledge.locations;
  bool any = false;
  for (const Race& race : observer_.observe(execution, locations)) {
    Failure failure = failure_of(race, observer_, execution, locations);
    if (places_.size() == kMost || !places_.insert(place_key(failure.race.place)).second) continue;
    found_.push_back(report_of(execution));
    found_.back().failure = std::move(failure);
    any = true;
  }
  if (!execution.order_is_lost && observer_.is_incomplete()) ++incomplete_;
  return any;
}

std::vector<ExecutionReport> RaceWatch::take() {
  return std::exchange(found_, {});
}

ExecutionReport report_of(const Execution& execution) {
  ExecutionReport report;
  report.number = execution.number;
  report.end = execution.end;
  report.exit_status = execution.exit_status;
  report.steps = execution.steps;
  report.switches = execution.switches;
  report.truncated = execution.truncated;
  report.failure = execution.failure;
  report.divergence = execution.divergence;
  report.whereabouts = execution.whereabouts;
  report.milliseconds = execution.milliseconds;
  report.threads = execution.threads;
  report.schedule.assign(execution.schedule.begin(), execution.schedule.end());
  report.told.assign(execution.told.begin(), execution.told.end());
  return report;
}

namespace {

std::optional<Failure> find_race_if(Opaque opaque, const WantedRace& wanted, const Execution& execution) {
  const LocationTable& locations = scheduler().knowledge.locations;
  RaceObserver observer;
  for (const Race& race : observer.observe(execution, locations, opaque)) {
    const bool at_steps = race.first.event == wanted.first && race.second.event == wanted.second;
    if (wanted.signature == 0 && !at_steps) continue;
    Failure failure = failure_of(race, observer, execution, locations);
    if (wanted.signature != 0 && failure.signature() != wanted.signature) continue;
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

// Where the first thread left the code that is seen, after its access.
SiteId opaque_code_after(const RacingAccess& access, std::span<const OrderNote> notes) {
  for (const OrderNote& note : notes)
    if (note.kind == OrderKind::kEnterOpaque && note.thread == access.thread && note.event > access.step)
      return note.site;
  return kNoSite;
}

}  // namespace

FoundRace find_race(const WantedRace& wanted, const Execution& execution) {
  if (std::optional<Failure> certain = find_race_if(Opaque::kOrders, wanted, execution))
    return {std::move(certain), kNoSite};
  const std::optional<Failure> possible = find_race_if(Opaque::kOrdersNothing, wanted, execution);
  if (!possible) return {};
  return {std::nullopt, opaque_code_after(possible->race.first, execution.order_notes)};
}

}  // namespace heddle::runtime
