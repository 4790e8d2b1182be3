#include "detect/race_observer.h"

#include <algorithm>

#include "event/access_detail.h"
#include "event/interruption.h"

namespace heddle {

namespace {

// What threads tell each other through the system: of pipes, sockets and processes it is not known which is
// which, so that all are one. That may hide a race, but make none up.
constexpr std::uint64_t kWorld = 8;
constexpr std::uint64_t kSignals = 16;
// What threads did before they entered opaque code, and before an atomic that releases: opaque code may read
// what instrumented code has written, and the other way round (a flag that an inline function tests).
constexpr std::uint64_t kOpaqueCode = 24;
constexpr std::uint64_t kReadByOpaqueCode = 32;

// Of a longer access only those parts are looked at that have a name.
constexpr std::uint64_t kShortAccess = 64;

bool take_out(std::vector<std::pair<ThreadId, LocationId>>& held, ThreadId thread, LocationId lock) {
  const auto place = std::find(held.begin(), held.end(), std::pair(thread, lock));
  if (place == held.end()) return false;
  held.erase(place);
  return true;
}

std::memory_order order_of(Ordering ordering) {
  return static_cast<std::memory_order>(ordering);
}

}  // namespace

std::span<const Race> RaceObserver::observe(const Execution& execution, const LocationTable& locations,
                                            Opaque opaque) {
  if (execution.order_is_lost) return {};
  opaque_ = opaque;
  memory_.update(locations);
  detector_.begin();
  events_ = execution.events;
  lost_ = false;
  threads_ = 1;
  foreign_.clear();
  shared_locks_.clear();
  exclusive_locks_.clear();
  at_barrier_.clear();
  look_ahead(events_);
  written_.add(execution.order_notes, memory_);
  std::size_t note = 0;
  for (std::uint32_t i = 0; i < events_.size() && !lost_ && !is_analysis_over(i); ++i) {
    for (; note < execution.order_notes.size() && execution.order_notes[note].event <= i; ++note)
      add(execution.order_notes[note]);
    add(events_[i], i);
  }
  races_.clear();
  for (const Race& race : detector_.races())
    if (!is_foreign(race.first.thread) && !is_foreign(race.second.thread)) races_.push_back(race);
  return races_;
}

RaceObserver::Place RaceObserver::place_of(const Race& race, std::span<const Event> events) const {
  const LocationId location = events[race.second.event].location;
  return {location, race.address - memory_[location]};
}

void RaceObserver::look_ahead(std::span<const Event> events) {
  given_up_.clear();
  last_event_.clear();
  written_.begin(memory_);
  std::vector<std::uint32_t> waits;  // by thread, plus 1
  for (std::uint32_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    if (event.thread >= last_event_.size()) {
      last_event_.resize(event.thread + std::size_t{1});
      waits.resize(last_event_.size());
    }
    last_event_[event.thread] = i;
    written_.add(event, memory_);
    if (event.kind == OperationKind::kWait) waits[event.thread] = i + 1;
    if (event.kind == OperationKind::kRelock && waits[event.thread] != 0)
      given_up_[waits[event.thread] - 1] = event.location;
  }
}

void RaceObserver::add(const OrderNote& note) {
  Synchronisation& order = detector_.order();
  if (!order.knows_thread(note.thread)) return;
  const std::uint64_t address = memory_[note.location];
  const Moment at{note.thread, OperationKind::kOnce, note.site, note.event};
  switch (note.kind) {
    case OrderKind::kAcquire:
      order.acquire(at, address);
      break;
    case OrderKind::kPublish:
      order.store(at, address, 1, std::memory_order_release);
      [[fallthrough]];
    case OrderKind::kRelease:
      order.release(at, address);
      break;
    case OrderKind::kFence:
      order.fence({note.thread, OperationKind::kFence, note.site, note.event}, order_of(note.ordering));
      order_with_opaque_code(at, note.ordering);
      break;
    case OrderKind::kForeign:
      foreign_.resize(std::max(foreign_.size(), note.thread + std::size_t{1}));
      foreign_[note.thread] = true;
      break;
    case OrderKind::kAllocate:
      allocate(note);
      break;
    case OrderKind::kEnterOpaque:
      if (opaque_ == Opaque::kOrders) order.release(at, kOpaqueCode);
      break;
    case OrderKind::kLeaveOpaque:
      if (opaque_ == Opaque::kOrders) {
        order.acquire(at, kOpaqueCode);
        order.acquire(at, kReadByOpaqueCode);
      }
      break;
    case OrderKind::kUnmap:
      detector_.forget_accesses(MemoryMap::kMappings, MemoryMap::kMappings / 2);
      break;
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
  if (is_access(event.kind))
    add_access(event, at);
  else
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

// An atomic of instrumented code may be one that opaque code uses, too.
void RaceObserver::order_with_opaque_code(const Moment& at, Ordering ordering) {
  if (opaque_ == Opaque::kOrdersNothing || ordering == Ordering::kVolatile) return;
  const bool is_stated = ordering == Ordering::kStated;
  const std::memory_order stated = is_stated ? std::memory_order_seq_cst : order_of(ordering);
  if (stated == std::memory_order_relaxed) return;
  if (stated != std::memory_order_release) detector_.order().acquire(at, kOpaqueCode);
  if (stated != std::memory_order_acquire && stated != std::memory_order_consume)
    detector_.order().release(at, kReadByOpaqueCode);
}

void RaceObserver::add_atomic(const Event& event, const Moment& at, std::uint64_t address,
                              std::uint64_t size) {
  Synchronisation& order = detector_.order();
  Ordering ordering = ordering_of(event);
  if (ordering == Ordering::kVolatile && volatile_means_ == Volatile::kAtomic) ordering = Ordering::kRelaxed;
  order_with_opaque_code(at, ordering);
  const bool only_reads = !wrote(event);
  if (ordering == Ordering::kStated) {
    // Whether it is taken or given back is not told: both, then.
    order.acquire(at, address);
    if (!only_reads) order.release(at, address);
    return;
  }
  if (ordering == Ordering::kVolatile)
    return add_plain(at, address, size, only_reads ? AccessKind::kRead : AccessKind::kWrite);
  // Before C11, atomic updates were gcc's __sync functions, which are full barriers. The compiler tells of
  // them as of the strongest order.
  const bool is_barrier = volatile_means_ == Volatile::kAtomic &&
                          event.kind == OperationKind::kAtomicUpdate &&
                          order_of(ordering) == std::memory_order_seq_cst;
  if (is_barrier) order.fence(at, std::memory_order_seq_cst);
  if (only_reads)
    detector_.atomic_load(at, address, size, order_of(ordering));
  else if (event.kind == OperationKind::kAtomicStore)
    detector_.atomic_store(at, address, size, order_of(ordering));
  else
    detector_.atomic_update(at, address, size, order_of(ordering));
  if (is_barrier) order.fence(at, std::memory_order_seq_cst);
}

// An operation on a synchronisation object reads it, as an atomic access does: it races with the beginning
// and the end of the object's life, with plain writes to it, and with freeing its memory. An operation of a
// library does not count: what orders it is not seen.
void RaceObserver::use(const Event& event, const Moment& at) {
  if (event.size == 0 || !written_.contain(event.location)) return;
  const bool writes = event.kind == OperationKind::kInitialise || event.kind == OperationKind::kDestroy;
  if (const std::uint64_t object = memory_[event.location])
    detector_.access(at, object, 1, writes ? AccessKind::kWrite : AccessKind::kAtomicRead);
}

// What acquires is a use after that, and what releases one before: what comes after a lock's release is
// allowed to end its life.
void RaceObserver::add_synchronisation(const Event& event, const Moment& at) {
  Synchronisation& order = detector_.order();
  const std::uint64_t object = memory_[event.location];
  const bool succeeded = event.detail == 0;
  switch (event.kind) {
    case OperationKind::kThreadCreate:
      if (event.detail >= kNoThread) break;
      lost_ = event.detail != threads_;
      if (!lost_) order.create_thread(at, static_cast<ThreadId>(threads_++));
      break;
    case OperationKind::kThreadJoin:
      join(event, at);
      break;
    case OperationKind::kLock:
    case OperationKind::kTryLock:
    case OperationKind::kTimedLock:
    case OperationKind::kRelock:
      if (succeeded) {
        exclusive_locks_.emplace_back(at.thread, event.location);
        order.lock(at, object);
      }
      use(event, at);
      break;
    case OperationKind::kSharedLock:
    case OperationKind::kSharedTryLock:
    case OperationKind::kSharedTimedLock:
      if (succeeded) {
        shared_locks_.emplace_back(at.thread, event.location);
        order.lock_shared(at, object);
      }
      use(event, at);
      break;
    case OperationKind::kUnlock:
      use(event, at);
      if (succeeded) unlock(event.location, at);
      break;
    case OperationKind::kWait:
      use(event, at);
      wait(at);
      break;
    case OperationKind::kSignal:
    case OperationKind::kBroadcast:
    case OperationKind::kInitialise:
    case OperationKind::kDestroy:
      use(event, at);
      break;
    case OperationKind::kSemaphoreWait:
    case OperationKind::kSemaphoreTryWait:
      if (succeeded) order.acquire(at, object);
      use(event, at);
      break;
    case OperationKind::kSemaphorePost:
      use(event, at);
      order.release(at, object);
      break;
    case OperationKind::kBarrierWait:
      use(event, at);
      order.arrive(at, object);
      if (!succeeded) {  // others have to come
        at_barrier_.emplace_back(at.thread, event.location);
        break;
      }
      order.open(object);
      order.leave(at, object);
      break;
    case OperationKind::kWake:
      if (take_out(at_barrier_, at.thread, event.location)) order.leave(at, object);
      break;
    case OperationKind::kOnce:
      if (!succeeded) order.acquire(at, object);  // somebody else did it
      break;
    case OperationKind::kSend:
    case OperationKind::kConnect:
    case OperationKind::kClose:
      order.release(at, kWorld);
      break;
    case OperationKind::kReceive:
    case OperationKind::kAccept:
    case OperationKind::kPoll:
    case OperationKind::kChildWait:
      order.acquire(at, kWorld);
      break;
    case OperationKind::kFileLock:
      order.acquire(at, kWorld);
      order.release(at, kWorld);
      break;
    case OperationKind::kSendSignal:
    case OperationKind::kCancel:
      order.release(at, kSignals);
      break;
    case OperationKind::kSignalWait:
    case OperationKind::kHandleSignal:
      order.acquire(at, kSignals);
      break;
    default:
      break;
  }
}

// Of a join that gave up the thread goes on. The process waits for all threads at its end.
void RaceObserver::join(const Event& event, const Moment& at) {
  Synchronisation& order = detector_.order();
  if (event.site == kNoSite) {
    for (std::size_t thread = 0; thread < threads_; ++thread)
      if (thread != at.thread) order.join_thread(at, static_cast<ThreadId>(thread));
    return;
  }
  if (event.detail >= threads_) return;
  const auto joined = static_cast<ThreadId>(event.detail);
  if (joined < last_event_.size() && last_event_[joined] > at.event) return;
  order.join_thread(at, joined);
}

void RaceObserver::unlock(LocationId lock, const Moment& at) {
  if (take_out(shared_locks_, at.thread, lock)) {
    detector_.order().unlock_shared(at, memory_[lock]);
    return;
  }
  take_out(exclusive_locks_, at.thread, lock);
  detector_.order().unlock(at, memory_[lock]);
}

// Which mutex is given up is told where it is taken again. Where it never is, it may be any.
void RaceObserver::wait(const Moment& at) {
  if (const auto known = given_up_.find(at.event); known != given_up_.end()) return unlock(known->second, at);
  for (std::size_t i = exclusive_locks_.size(); i-- > 0;)
    if (exclusive_locks_[i].first == at.thread)
      detector_.order().unlock(at, memory_[exclusive_locks_[i].second]);
}

}  // namespace heddle
