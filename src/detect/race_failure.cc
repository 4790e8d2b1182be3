#include "detect/race_failure.h"

#include <algorithm>
#include <span>

#include "analysis/held_locks.h"
#include "detect/race_reason.h"

namespace heddle {

namespace {

RacingAccess told(const RaceAccess& access, std::span<const Event> events) {
  RacingAccess result;
  result.thread = access.thread;
  result.writes = is_write(access.kind);
  result.atomic = is_atomic(access.kind);
  result.size = access.size;
  result.site = access.site;
  result.step = access.event;
  const OperationKind kind = events[access.event].kind;
  result.allocates = access.allocates;
  result.is_volatile = is_atomic_access(kind) && ordering_of(events[access.event]) == Ordering::kVolatile;
  result.frees = !access.allocates && kind == OperationKind::kFree;
  if (!access.allocates && !is_access(kind)) result.deed = kind;
  return result;
}

// Which locks both threads held when they accessed.
struct Held {
  LockSet by_first, by_second;
  std::vector<SiteId> sites;  // by acquisition
};

Held locks_at(const Race& race, std::span<const Event> events) {
  Held result;
  HeldLocks held(events);
  const std::uint32_t first = race.first.event + (race.first.allocates ? 1 : 0);
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    if (i == first) result.by_first = held.of(race.first.thread);
    if (i == race.second.event) {
      result.by_second = held.of(race.second.thread);
      break;
    }
    if (is_lock_action(events[i])) result.sites.push_back(events[i].site);
    held.add(events[i]);
  }
  return result;
}

// What locations are called at an event.
struct Names {
  const LocationTable& locations;
  FrameNames frames;

  Location at(LocationId id, std::uint64_t event) const { return frames.at(locations[id], id, event); }
};

std::vector<HeldLock> named(const LockSet& locks, const Held& held, const Names& names, std::uint64_t event) {
  std::vector<HeldLock> result;
  for (const Guard& guard : locks)
    result.push_back({names.at(guard.lock, event),
                      guard.acquisition < held.sites.size() ? held.sites[guard.acquisition] : kNoSite,
                      guard.shared});
  return result;
}

// Of threads and tasks of OpenMP: the region or the task, the latest one.
void note_origins(std::vector<ThreadReport>& threads, std::span<const Event> events) {
  for (const Event& event : events) {
    if (event.kind != OperationKind::kThreadCreate && event.kind != OperationKind::kThreadStartAgain)
      continue;
    if (event.detail >= threads.size()) continue;
    ThreadReport& created = threads[event.detail];
    if (created.given_name.starts_with("OpenMP ")) created.created_at = event.site;
  }
}

PastDeed deed_of(ThreadId thread, std::span<const SiteId> stack, SiteId site) {
  PastDeed deed{thread, {stack.begin(), stack.end()}};
  if (stack.empty() && site != kNoSite) deed.stack.push_back(site);
  return deed;
}

// By whom and where; of a thread that runs several times, the last time before that.
PastDeed creation_of(ThreadId thread, std::uint32_t before, const Execution& execution) {
  PastDeed created;
  for (std::uint32_t i = 0; i < before; ++i) {
    const Event& event = execution.events[i];
    if (facts_of(event.kind).act == OperationAct::kCreate && event.detail == thread)
      created = deed_of(event.thread, execution.stack_of(i), event.site);
  }
  return created;
}

// Addresses are handed on: the last block before the access.
PastDeed allocation_of(const Location& place, std::uint32_t before, const Execution& execution,
                       const LocationTable& locations) {
  PastDeed allocated;
  if (place.kind != ObjectKind::kHeap) return allocated;
  for (const AllocationStack& each : execution.allocations)
    if (each.event <= before && each.location != kNoLocation && each.location <= locations.size() &&
        locations[each.location].object_key() == place.object_key())
      allocated = deed_of(each.thread, execution.stack_at(each.stack), kNoSite);
  return allocated;
}

bool goes_on(ThreadId thread, std::uint32_t after, std::span<const Event> events) {
  return std::ranges::any_of(events.subspan(after),
                             [thread](const Event& event) { return event.thread == thread; });
}

}  // namespace

Failure failure_of(const Race& race, const RaceObserver& observer, const Execution& execution,
                   const LocationTable& locations) {
  Failure failure;
  failure.kind = FailureKind::kDataRace;
  failure.thread = race.second.thread;
  failure.site = race.second.site;
  failure.step = race.second.event;
  for (std::size_t id = 0; id < execution.threads.size(); ++id) {
    ThreadReport report;
    report.name = execution.threads[id];
    if (id < execution.given_names.size()) report.given_name = execution.given_names[id];
    failure.threads.push_back(std::move(report));
  }
  note_origins(failure.threads, std::span(execution.events).first(race.second.event));
  DataRace& told_race = failure.race;
  told_race.first = told(race.first, execution.events);
  told_race.second = told(race.second, execution.events);
  const RaceObserver::Place place = observer.place_of(race, execution.events);
  const Names names{locations, FrameNames(execution.frame_names)};
  told_race.place =
      moved(names.at(place.location, race.second.event), static_cast<std::int64_t>(place.offset));
  if (told_race.place.kind == ObjectKind::kDescriptor)
    for (RacingAccess* access : {&told_race.first, &told_race.second})
      access->deed = access->writes ? OperationKind::kClose : OperationKind::kReceive;
  const Held held = locks_at(race, execution.events);
  told_race.first.held = named(held.by_first, held, names, race.first.event);
  told_race.second.held = named(held.by_second, held, names, race.second.event);
  for (RacingAccess* access : {&told_race.first, &told_race.second})
    access->created = creation_of(access->thread, race.second.event, execution);
  told_race.first_goes_on = goes_on(race.first.thread, race.second.event, execution.events);
  told_race.allocated = allocation_of(told_race.place, race.second.event, execution, locations);
  const RaceReason reason = reason_of(race, held.by_first, held.by_second);
  told_race.locks = reason.locks;
  if (reason.common_lock != kNoLocation)
    told_race.common_lock = names.at(reason.common_lock, race.second.event);
  told_race.order = reason.order;
  if (reason.order != RaceOrder::kNothingReleased) told_race.release_site = race.last_release_of_first.site;
  if (reason.order > RaceOrder::kNothingAcquired)
    told_race.acquisition_site = race.last_acquisition_of_second.site;
  return failure;
}

std::uint64_t failure_signature(const Race& race) {
  Failure failure;
  failure.kind = FailureKind::kDataRace;
  const auto copy = [](const RaceAccess& access, RacingAccess& told) {
    told.site = access.site;
    told.writes = is_write(access.kind);
    told.atomic = is_atomic(access.kind);
  };
  copy(race.first, failure.race.first);
  copy(race.second, failure.race.second);
  return failure.signature();
}

std::uint64_t race_place(const DataRace& race) {
  const Location& place = race.place;
  const std::uint64_t object = place.is_allocated() ? combine(1, place.allocation_site) : place.object_key();
  const bool is_of_whole_block = race.first.frees || race.second.frees;
  return is_of_whole_block ? combine(object, ~std::uint64_t{0}) : combine(object, place.offset);
}

}  // namespace heddle
