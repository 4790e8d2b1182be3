#include "detect/race_observer.h"

#include <algorithm>

#include "event/access_detail.h"
#include "event/interruption.h"

namespace heddle {

namespace {

// Addresses of what orders and is no memory.
constexpr std::uint64_t kWorld = 8;
constexpr std::uint64_t kSignals = 16;
constexpr std::uint64_t kOpaqueCode = 24;
constexpr std::uint64_t kReadByOpaqueCode = 32;
constexpr std::uint64_t kOutsideRegion = 40;

// Of a longer access only those parts are looked at that have a name.
constexpr std::uint64_t kShortAccess = 64;

constexpr std::uint64_t kAcquiring = kinds_where([](const OperationFacts& facts) {
  return facts.act == OperationAct::kLock || facts.act == OperationAct::kLockShared ||
         facts.act == OperationAct::kAcquire;
});

// An access that is not atomic, or the beginning or the end of a synchronisation object.
bool is_plain(const Event& event) {
  constexpr std::uint64_t kPlain = kinds::kPlainAccesses | (kinds::kWriting & ~kinds::kAtomicAccesses);
  return is_one_of(event.kind, kPlain) ||
         (is_atomic_access(event.kind) && ordering_of(event) == Ordering::kVolatile);
}

std::memory_order order_of(Ordering ordering) {
  return static_cast<std::memory_order>(ordering);
}

}  // namespace

// Tells the clocks what an event or a note means.
class RaceObserver::Clocks : public Unordered {
 public:
  Clocks(RaceObserver& observer, const Moment& at)
      : observer_(observer), clocks_(observer.detector_.order()), at_(at) {}

  void create_thread(ThreadId created) {
    observer_.lost_ = created > observer_.threads_;
    if (observer_.lost_) return;
    if (created == observer_.threads_) ++observer_.threads_;
    clocks_.create_thread(at_, created);  // perhaps not for the first time
  }
  void join_thread(ThreadId joined) {
    if (joined < observer_.threads_) clocks_.join_thread(at_, joined);
  }
  void join_all() {
    for (std::size_t thread = 0; thread < observer_.threads_; ++thread)
      if (thread != at_.thread) clocks_.join_thread(at_, static_cast<ThreadId>(thread));
  }
  void lock(const SyncObject& object) { clocks_.lock(at_, address_of(object)); }
  void unlock(const SyncObject& object) { clocks_.unlock(at_, address_of(object)); }
  void lock_shared(const SyncObject& object) { clocks_.lock_shared(at_, address_of(object)); }
  void unlock_shared(const SyncObject& object) { clocks_.unlock_shared(at_, address_of(object)); }
  // It may be any, so that none is known not to be.
  void may_unlock(const SyncObject& object) { unlock(object); }
  void acquire(const SyncObject& object) {
    if (counts(object)) clocks_.acquire(at_, address_of(object));
  }
  void release(const SyncObject& object) {
    if (counts(object)) clocks_.release(at_, address_of(object));
  }
  void arrive(const SyncObject& object) { clocks_.arrive(at_, address_of(object)); }
  void open(const SyncObject& object) { clocks_.open(address_of(object)); }
  void leave(const SyncObject& object) { clocks_.leave(at_, address_of(object)); }

 private:
  using Space = SyncObject::Space;

  bool counts(const SyncObject& object) const {
    const bool is_opaque = object.space == Space::kOpaqueCode || object.space == Space::kReadByOpaqueCode;
    return !is_opaque || observer_.opaque_ == Opaque::kOrders;
  }
  // Handlers send signals without an event, so that all signals are one object, whichever thread they go to.
  std::uint64_t address_of(const SyncObject& object) const {
    if (object.space == Space::kLocation) [[likely]]
      return observer_.memory_[object.id] + object.offset;
    switch (object.space) {
      case Space::kLocation:
      case Space::kWorld:
        return kWorld;
      case Space::kSignalsToThread:
      case Space::kSignalsToProcess:
        return kSignals;
      case Space::kOpaqueCode:
        return kOpaqueCode;
      case Space::kReadByOpaqueCode:
        break;
    }
    return kReadByOpaqueCode;
  }

  RaceObserver& observer_;
  Synchronisation& clocks_;
  const Moment& at_;
};

std::span<const Race> RaceObserver::observe(const Execution& execution, const LocationTable& locations,
                                            Opaque opaque) {
  if (execution.order_is_lost) return {};
  opaque_ = opaque;
  memory_.update(locations);
  races_.clear();
  was_looked_at_ = may_have_races(execution);
  if (!was_looked_at_) return {};
  detector_.begin();
  events_ = execution.events;
  lost_ = outside_ = false;
  sight_ = {};
  threads_ = 1;
  foreign_.clear();
  before_.begin();
  look_ahead(execution);
  std::size_t note = 0;
  for (std::uint32_t i = 0; i < events_.size() && !lost_ && !is_analysis_over(i); ++i) {
    for (; note < execution.order_notes.size() && execution.order_notes[note].event <= i; ++note)
      add(execution.order_notes[note]);
    add(events_[i], i);
  }
  for (const Race& race : detector_.races())
    if (!is_foreign(race.first.thread) && !is_foreign(race.second.thread)) races_.push_back(race);
  return races_;
}

RaceObserver::Place RaceObserver::place_of(const Race& race, std::span<const Event> events) const {
  const LocationId location = events[race.second.event].location;
  return {location, race.address - memory_[location]};
}

// One of two accesses that race is not atomic. Many executions have none that is known to be shared: tests of
// lock-free structures, and of locks alone.
bool RaceObserver::may_have_races(const Execution& execution) const {
  return std::any_of(execution.events.begin(), execution.events.end(), is_plain) ||
         std::any_of(execution.order_notes.begin(), execution.order_notes.end(),
                     [](const OrderNote& note) { return note.kind == OrderKind::kAllocate; });
}

void RaceObserver::look_ahead(const Execution& execution) {
  written_.begin(memory_);
  plain_.clear();
  for (std::uint32_t i = 0; i < execution.events.size(); ++i) {
    const Event& event = execution.events[i];
    written_.add(event, memory_);
    before_.look_ahead(event, i);
    if (!is_plain(event)) continue;
    const AccessedBytes bytes = is_access(event.kind) ? bytes_of(event) : AccessedBytes{0, 1};
    plain_.add(memory_[event.location] + bytes.first, bytes.size);
  }
  written_.add(execution.order_notes, memory_);
  std::vector<std::uint32_t> seen;
  for (const OrderNote& note : execution.order_notes)
    if (note.kind == OrderKind::kSees) seen.push_back(note.site);
  detector_.order().want(std::move(seen));
  for (const OrderNote& note : execution.order_notes)
    if (note.kind == OrderKind::kAllocate)
      for (const std::uint64_t granule : memory_.block_around(note.location))
        plain_.add(granule, kGranuleSize);
}

void RaceObserver::add(const OrderNote& note) {
  Synchronisation& order = detector_.order();
  if (!order.knows_thread(note.thread)) return;
  const Moment at{note.thread, OperationKind::kOnce, note.site, note.event};
  switch (note.kind) {
    case OrderKind::kPublish:
      order.store(at, memory_[note.location], 1, std::memory_order_release);
      break;
    case OrderKind::kFence:
      order.fence({note.thread, OperationKind::kFence, note.site, note.event}, order_of(note.ordering));
      break;
    case OrderKind::kForeign:
      foreign_.resize(std::max(foreign_.size(), note.thread + std::size_t{1}));
      foreign_[note.thread] = true;
      break;
    case OrderKind::kAllocate:
      allocate(note);
      break;
    case OrderKind::kUnmap:
      detector_.forget_accesses(MemoryMap::kMappings, MemoryMap::kMappings / 2);
      break;
    case OrderKind::kLeaveRegion:
      outside_ = true;
      break;
    case OrderKind::kSees:
      sight_.is_older = true;
      sight_.seen = note.site;
      break;
    case OrderKind::kStoresBehind:
      sight_.goes_behind = true;
      break;
    case OrderKind::kEnterRegion:
      outside_ = false;
      order_all(at);
      break;
    default:
      break;
  }
  HappensBefore::add(note, Clocks(*this, at));
}

// What each thread did comes before what all of them do from now on.
void RaceObserver::order_all(const Moment& at) {
  Synchronisation& order = detector_.order();
  Moment each = at;
  for (std::size_t thread = 0; thread < threads_; ++thread) {
    each.thread = static_cast<ThreadId>(thread);
    order.release(each, kOutsideRegion);
  }
  for (std::size_t thread = 0; thread < threads_; ++thread) {
    each.thread = static_cast<ThreadId>(thread);
    order.acquire(each, kOutsideRegion);
  }
}

void RaceObserver::allocate(const OrderNote& note) {
  const std::uint32_t before = note.event == 0 ? 0 : note.event - 1;
  const Moment at{note.thread, OperationKind::kWrite, note.site, before | kAllocationAfter};
  for (const std::uint64_t granule : memory_.block_around(note.location))
    detector_.write(at, granule, kGranuleSize);
}

void RaceObserver::add(const Event& event, std::uint32_t index) {
  const Moment at{event.thread, event.kind, event.site, index};
  if (!detector_.order().knows_thread(event.thread)) {
    lost_ = true;
    return;
  }
  if (is_access(event.kind)) {
    const bool has_sight = sight_.is_older || sight_.goes_behind;
    if (has_sight) detector_.order().set_sight(sight_);
    add_access(event, at);
    if (has_sight) detector_.order().set_sight(sight_ = {});
  } else
    add_synchronisation(event, at);
}

void RaceObserver::add_access(const Event& event, const Moment& at) {
  const std::uint64_t granule = memory_[event.location];
  if (granule == 0) return;
  const AccessedBytes bytes = bytes_of(event);
  const std::uint64_t address = granule + bytes.first;
  if (is_plain_access(event.kind))
    add_plain(at, address, bytes.size, writes(event.kind) ? AccessKind::kWrite : AccessKind::kRead);
  else
    add_atomic(event, at, address, bytes.size);
}

void RaceObserver::add_plain(const Moment& at, std::uint64_t address, std::uint64_t size, AccessKind kind) {
  if (size <= kShortAccess) {
    detector_.access(at, address, size, kind);
    return;
  }
  const std::uint64_t end = address + std::min<std::uint64_t>(size, kLongestAccess);
  while (address < end) {
    const std::uint64_t granule = address & ~(kGranuleSize - 1);
    const std::uint64_t next = std::min(granule + kGranuleSize, end);
    if (memory_.location_at(granule) != kNoLocation) detector_.access(at, address, next - address, kind);
    address = next;
  }
}

void RaceObserver::add_atomic(const Event& event, const Moment& at, std::uint64_t address,
                              std::uint64_t size) {
  Synchronisation& order = detector_.order();
  Ordering ordering = ordering_of(event);
  if (ordering == Ordering::kVolatile && volatile_means_ == Volatile::kAtomic) ordering = Ordering::kRelaxed;
  if (opaque_ == Opaque::kOrders) HappensBefore::add_beside_opaque_code(ordering, Clocks(*this, at));
  if (ordering == Ordering::kStated) return before_.add(event, at.event, Clocks(*this, at));
  const bool only_reads = !wrote(event);
  if (ordering == Ordering::kVolatile)
    return add_plain(at, address, size, only_reads ? AccessKind::kRead : AccessKind::kWrite);
  // Before C11, atomic updates were gcc's __sync functions, which are full barriers. The compiler tells of
  // them as of the strongest order.
  const bool is_barrier = volatile_means_ == Volatile::kAtomic &&
                          event.kind == OperationKind::kAtomicUpdate &&
                          order_of(ordering) == std::memory_order_seq_cst;
  if (is_barrier) order.fence(at, std::memory_order_seq_cst);
  const bool can_race = plain_.may_hold(address, size);
  if (only_reads)
    detector_.atomic_load(at, address, size, order_of(ordering), can_race);
  else if (event.kind == OperationKind::kAtomicStore)
    detector_.atomic_store(at, address, size, order_of(ordering), can_race);
  else
    detector_.atomic_update(at, address, size, order_of(ordering), can_race);
  if (is_barrier) order.fence(at, std::memory_order_seq_cst);
}

// An operation on a synchronisation object reads it, as an atomic access does: it races with the beginning
// and the end of the object's life, with plain writes to it, and with freeing its memory. An operation of a
// library does not count, nor does one outside the region: what orders it is not seen.
void RaceObserver::use(const Event& event, const Moment& at) {
  if (outside_) return;
  const bool writes = is_one_of(event.kind, kinds::kWriting);
  if (const std::uint64_t object = memory_[event.location])
    detector_.access(at, object, 1, writes ? AccessKind::kWrite : AccessKind::kAtomicRead);
}

// What acquires is a use after that, and what releases one before: what comes after a lock's release is
// allowed to end its life.
void RaceObserver::add_synchronisation(const Event& event, const Moment& at) {
  const bool uses = event.size != 0 && is_one_of(event.kind, kinds::kOnObjectsWithLifetime) &&
                    written_.contain(event.location);
  const bool acquires = is_one_of(event.kind, kAcquiring);
  if (uses && !acquires) use(event, at);
  before_.add(event, at.event, Clocks(*this, at));
  if (uses && acquires) use(event, at);
}

}  // namespace heddle
