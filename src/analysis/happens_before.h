// Happens-before, written once: which operation releases and which acquires what. The race detector keeps
// vector clocks of it (detect/race_observer.h), sync_edges.h shows it to people, and thread_order.h takes the
// part of it that holds in every schedule.
//
//   operation              what it orders
//   create, join           the creation before the thread, all of the thread before the join
//   lock, unlock           readers after all writers, a writer after every reader and writer before it
//   condition wait         unlocks the mutex that the thread takes again afterwards
//   signal, broadcast      nothing: the mutex orders. An Order may ask for them (ThreadOrder, SyncEdge)
//   semaphore              a wait after all posts
//   barrier                a thread that leaves after all that arrived
//   once                   a call that finds it done after the call that did it, whose end is an OrderNote
//   descriptor, child      a receive after all sends. Which belong together is not known: all are one object
//   signal of the system   a handler or a wait for signals after all signals to its thread or the process
//   cancel                 counts as a signal to the thread, because it may end a wait for signals
//   futex, sleep, yield    nothing: the atomic accesses to the futex's word order
//
// A try that failed, a join that gave up and a wait that timed out order nothing.
//
// An Order has a member function for each of these; Unordered has all of them and does nothing. Atomic
// accesses and fences are not among them (except for what annotations state): their order depends on the
// values that are read, which each Order follows for itself, by acquires() and releases() of access_detail.h.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis/condition_waits.h"
#include "event/access_detail.h"
#include "event/operation.h"
#include "event/order_note.h"

namespace heddle {

// What threads are ordered by.
struct SyncObject {
  enum class Space : std::uint8_t {
    kLocation,         // `id`: a LocationId
    kWorld,            // descriptors and processes: one object for all, which never makes a race up
    kSignalsToThread,  // `id`: the thread
    kSignalsToProcess,
    kOpaqueCode,        // what threads did before they entered opaque code
    kReadByOpaqueCode,  // ... and before an atomic access that releases, which opaque code may read
  };

  Space space = Space::kLocation;
  std::uint8_t offset = 0;  // bytes behind the location
  std::uint32_t id = 0;

  std::uint64_t key() const {
    return static_cast<std::uint64_t>(space) << 40 | std::uint64_t{offset} << 32 | id;
  }
};

// An Order that takes no notice of anything.
struct Unordered {
  void create_thread(ThreadId) {}
  void join_thread(ThreadId) {}
  void join_all() {}
  void lock(const SyncObject&) {}
  void unlock(const SyncObject&) {}
  void lock_shared(const SyncObject&) {}
  void unlock_shared(const SyncObject&) {}
  // By a condition wait that never ended, of a thread that held several mutexes: which one is not known.
  void may_unlock(const SyncObject&) {}
  void acquire(const SyncObject&) {}
  void release(const SyncObject&) {}
  void arrive(const SyncObject&) {}
  void open(const SyncObject&) {}
  void leave(const SyncObject&) {}
  void begin_once(const SyncObject&) {}
  void notify(const SyncObject&) {}
  void woken(const SyncObject&) {}  // by a notification
};

class HappensBefore {
 public:
  void begin() {
    waits_.begin();
    awaited_.clear();
    held_.clear();
  }
  // All events of the execution, before the first is added. Not needed where locks do not matter.
  void look_ahead(const Event& event, std::uint32_t index) { waits_.look_at(event, index); }

  // The events and notes in their order; calls of `order` say what each means to its thread. Accesses need
  // not be added, unless their order is stated.
  template <typename Order>
  void add(const Event& event, std::uint32_t index, Order&& order);
  template <typename Order>
  static void add(const OrderNote& note, Order&& order);
  // An atomic access or a fence of instrumented code may be meant for opaque code.
  template <typename Order>
  static void add_beside_opaque_code(Ordering ordering, Order&& order);

  // Mutexes, and locks that are held to write.
  std::vector<LocationId> locks_of(ThreadId thread) const {
    std::vector<LocationId> locks;
    for (const Held& each : held_)
      if (each.thread == thread && !each.shared) locks.push_back(each.lock);
    return locks;
  }

 private:
  struct Held {
    ThreadId thread;
    bool shared;
    LocationId lock;
  };
  using Space = SyncObject::Space;

  static SyncObject at(LocationId location) { return {Space::kLocation, 0, location}; }

  template <typename Order>
  static void join(const Event& event, Order& order);
  template <typename Order>
  void unlock(LocationId lock, ThreadId thread, Order& order);
  template <typename Order>
  void wait(const Event& event, std::uint32_t index, Order& order);
  template <typename Order>
  static void acquire(const Event& event, Order& order);
  template <typename Order>
  static void release(const Event& event, Order& order);
  template <typename Order>
  void wake(const Event& event, Order& order);

  void begin_wait(ThreadId thread, OperationObject awaited) {
    if (thread >= awaited_.size()) awaited_.resize(thread + std::size_t{1});
    awaited_[thread] = awaited;
  }

  ConditionWaits waits_;
  std::vector<OperationObject> awaited_;  // by thread: what the wait is for that it has begun
  std::vector<Held> held_;
};

// Inlined, so that the Order is never made: race detection does this for every execution.
template <typename Order>
[[gnu::always_inline]] inline void HappensBefore::add(const Event& event, std::uint32_t index,
                                                      Order&& order) {
  const OperationFacts& facts = facts_of(event.kind);
  const bool succeeded = event.detail == 0;
  const SyncObject object = at(event.location);
  switch (facts.act) {
    case OperationAct::kNothing:
      if (facts.waits == OperationWaits::kBegins) begin_wait(event.thread, facts.object);
      break;
    case OperationAct::kFence:
      break;
    case OperationAct::kRead:
    case OperationAct::kWrite:
    case OperationAct::kUpdate:
      if (!is_atomic_access(event.kind) || ordering_of(event) != Ordering::kStated) break;
      {  // Whether it is taken or given back is not told: both, then.
        const SyncObject stated{Space::kLocation, static_cast<std::uint8_t>(bytes_of(event).first),
                                event.location};
        order.acquire(stated);
        if (wrote(event)) order.release(stated);
      }
      break;
    case OperationAct::kCreate:
      if (event.detail < kNoThread) order.create_thread(static_cast<ThreadId>(event.detail));
      break;
    case OperationAct::kJoin:
      join(event, order);
      break;
    case OperationAct::kLock:
    case OperationAct::kLockShared: {
      if (!succeeded) break;
      const bool shared = facts.act == OperationAct::kLockShared;
      held_.push_back({event.thread, shared, event.location});
      shared ? order.lock_shared(object) : order.lock(object);
      break;
    }
    case OperationAct::kUnlock:
      if (succeeded) unlock(event.location, event.thread, order);
      break;
    case OperationAct::kWait:
      begin_wait(event.thread, facts.object);
      wait(event, index, order);
      break;
    case OperationAct::kWake:
      wake(event, order);
      break;
    case OperationAct::kNotify:
      if (succeeded) order.notify(object);  // it found a thread to wake
      break;
    case OperationAct::kAcquire:
      acquire(event, order);
      break;
    case OperationAct::kRelease:
      release(event, order);
      break;
    case OperationAct::kExchange:
      acquire(event, order);
      release(event, order);
      break;
    case OperationAct::kArrive:
      order.arrive(object);
      begin_wait(event.thread, succeeded ? OperationObject::kNothing : facts.object);
      if (!succeeded) break;  // others have to come
      order.open(object);
      order.leave(object);
      break;
    case OperationAct::kOnce:
      succeeded ? order.begin_once(object) : order.acquire(object);
      break;
  }
}

// The process waits for all threads at its end.
template <typename Order>
void HappensBefore::join(const Event& event, Order& order) {
  if (event.site == kNoSite)
    order.join_all();
  else if (event.detail < kNoThread)
    order.join_thread(static_cast<ThreadId>(event.detail));
}

// Of a lock that the thread does not hold: who held it has released nothing by that.
template <typename Order>
void HappensBefore::unlock(LocationId lock, ThreadId thread, Order& order) {
  for (std::size_t i = held_.size(); i-- > 0;) {
    if (held_[i].lock != lock || held_[i].thread != thread) continue;
    const bool shared = held_[i].shared;
    held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(i));
    if (shared) return order.unlock_shared(at(lock));
    break;
  }
  order.unlock(at(lock));
}

template <typename Order>
void HappensBefore::wait(const Event& event, std::uint32_t index, Order& order) {
  if (const auto retaken = waits_.retaken(index)) return unlock(retaken->mutex, event.thread, order);
  const std::vector<LocationId> locks = locks_of(event.thread);
  if (locks.size() == 1) return unlock(locks.front(), event.thread, order);
  for (const LocationId lock : locks) order.may_unlock(at(lock));
}

template <typename Order>
void HappensBefore::acquire(const Event& event, Order& order) {
  switch (facts_of(event.kind).object) {
    case OperationObject::kSignals:
      order.acquire({Space::kSignalsToThread, 0, event.thread});
      order.acquire({Space::kSignalsToProcess, 0, 0});
      break;
    case OperationObject::kDescriptor:
      order.acquire({Space::kWorld, 0, 0});
      break;
    default:
      if (event.detail == 0) order.acquire(at(event.location));
      break;
  }
}

template <typename Order>
void HappensBefore::release(const Event& event, Order& order) {
  switch (facts_of(event.kind).object) {
    case OperationObject::kSignals:
      if (event.detail < kNoThread)
        order.release({Space::kSignalsToThread, 0, event.detail});
      else
        order.release({Space::kSignalsToProcess, 0, 0});
      break;
    case OperationObject::kDescriptor:
      order.release({Space::kWorld, 0, 0});
      break;
    default:
      order.release(at(event.location));
      break;
  }
}

template <typename Order>
void HappensBefore::wake(const Event& event, Order& order) {
  if (event.thread >= awaited_.size()) return;
  const OperationObject awaited = awaited_[event.thread];
  awaited_[event.thread] = OperationObject::kNothing;
  if (awaited == OperationObject::kBarrier)
    order.leave(at(event.location));
  else if (awaited == OperationObject::kCondition && event.detail == 0)
    order.woken(at(event.location));
}

template <typename Order>
void HappensBefore::add(const OrderNote& note, Order&& order) {
  switch (note.kind) {
    case OrderKind::kAcquire:
      order.acquire(at(note.location));
      break;
    case OrderKind::kRelease:
    case OrderKind::kPublish:
      order.release(at(note.location));
      break;
    case OrderKind::kFence:
      add_beside_opaque_code(note.ordering, order);
      break;
    case OrderKind::kEnterOpaque:
      order.release({Space::kOpaqueCode, 0, 0});
      break;
    case OrderKind::kLeaveOpaque:
      order.acquire({Space::kOpaqueCode, 0, 0});
      order.acquire({Space::kReadByOpaqueCode, 0, 0});
      break;
    case OrderKind::kForeign:
    case OrderKind::kUnmap:
    case OrderKind::kAllocate:
    case OrderKind::kLeaveRegion:
    case OrderKind::kEnterRegion:
    case OrderKind::kSees:
    case OrderKind::kStoresBehind:
      break;
  }
}

template <typename Order>
void HappensBefore::add_beside_opaque_code(Ordering ordering, Order&& order) {
  const bool is_stated = ordering == Ordering::kStated;
  if (is_stated || acquires(ordering)) order.acquire({Space::kOpaqueCode, 0, 0});
  if (is_stated || releases(ordering)) order.release({Space::kReadByOpaqueCode, 0, 0});
}

}  // namespace heddle
