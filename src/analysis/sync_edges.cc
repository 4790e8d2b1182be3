#include "analysis/sync_edges.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analysis/lock_changes.h"
#include "event/access_detail.h"
#include "event/hash.h"

namespace heddle {

namespace {

// The latest event of each thread that others come after.
class Sources {
 public:
  struct Source {
    ThreadId thread;
    std::uint32_t event;
  };

  void add(ThreadId thread, std::uint32_t event) {
    for (Source& each : sources_)
      if (each.thread == thread) {
        each.event = event;
        return;
      }
    sources_.push_back({thread, event});
  }
  bool has(ThreadId thread) const {
    return std::any_of(sources_.begin(), sources_.end(),
                       [thread](const Source& each) { return each.thread == thread; });
  }
  void clear() { sources_.clear(); }
  const std::vector<Source>& all() const { return sources_; }

 private:
  std::vector<Source> sources_;
};

constexpr bool releases(Ordering ordering) {
  return ordering == Ordering::kRelease || ordering == Ordering::kAcquireRelease ||
         ordering == Ordering::kSequential;
}
constexpr bool acquires(Ordering ordering) {
  return ordering == Ordering::kConsume || ordering == Ordering::kAcquire ||
         ordering == Ordering::kAcquireRelease || ordering == Ordering::kSequential;
}

class EdgeFinder {
 public:
  EdgeFinder(std::span<const Event> events, std::span<const Location> locations)
      : events_(events), locations_(locations), changes_(lock_changes(events)) {
    for (const Event& event : events)
      if (event.thread >= threads_.size()) threads_.resize(event.thread + std::size_t{1});
    for (std::uint32_t i = 0; i < events.size(); ++i) threads_[events[i].thread].last = i;
  }

  std::vector<SyncEdge> find() {
    for (now_ = 0; now_ < events_.size(); ++now_) {
      const Event& event = events_[now_];
      begin(event);
      if (is_access(event.kind))
        access(event);
      else
        synchronise(event);
      threads_[event.thread].latest = now_;
      finish(event.thread);
    }
    return std::move(edges_);
  }

 private:
  struct Thread {
    std::optional<std::uint32_t> created;  // the event that did
    std::optional<std::uint32_t> latest;
    std::uint32_t last = 0;  // event of all
    std::vector<LocationId> held;
    // Of a condition wait: where it began, and the signal that ended it.
    std::optional<std::uint32_t> waits, signalled;
  };
  struct Lock {
    Sources unlocked;  // exclusively: one
    Sources readers;   // since then
  };
  struct Barrier {
    Sources arrived;
    std::optional<std::uint32_t> opened;
  };
  struct Signal {
    std::uint32_t event;
    std::vector<LocationId> held;  // by who sent it
  };

  void after(std::uint32_t event) {
    if (events_[event].thread != events_[now_].thread) found_.add(events_[event].thread, event);
  }
  void after(const Sources& sources) {
    for (const Sources::Source& each : sources.all()) latest_after(each.event);
  }
  // Several reasons for the same event may have sources in one thread.
  void latest_after(std::uint32_t event) {
    const ThreadId thread = events_[event].thread;
    for (const Sources::Source& each : found_.all())
      if (each.thread == thread && each.event >= event) return;
    after(event);
  }

  void begin(const Event& event) {
    Thread& own = threads_[event.thread];
    if (!own.latest && own.created) after(*own.created);
  }

  void finish(ThreadId thread) {
    const std::size_t first = edges_.size();
    for (const Sources::Source& each : found_.all())
      if (each.thread != thread) edges_.push_back({each.event, now_});
    std::sort(edges_.begin() + static_cast<std::ptrdiff_t>(first), edges_.end(),
              [](const SyncEdge& a, const SyncEdge& b) { return a.from < b.from; });
    found_.clear();
  }

  void access(const Event& event) {
    if (!is_atomic_access(event.kind) || event.location == kNoLocation) return;
    const Ordering ordering = ordering_of(event);
    if (ordering == Ordering::kVolatile) return;
    if (ordering == Ordering::kStated) {
      Sources& stated = stated_[event.location];
      after(stated);
      if (wrote(event)) stated.add(event.thread, now_);
      return;
    }
    const AccessedBytes bytes = bytes_of(event);
    const std::uint64_t atomic = combine(byte_key(event.location, bytes.first), bytes.size);
    Sources& message = atomics_[atomic];
    if (event.kind != OperationKind::kAtomicStore && acquires(ordering)) after(message);
    if (!wrote(event)) return;
    // A store ends the release sequence, unless it is of a thread that began it.
    if (event.kind == OperationKind::kAtomicStore && (releases(ordering) || !message.has(event.thread)))
      message.clear();
    take_bytes(event.location, bytes, atomic);
    if (releases(ordering)) atomics_[atomic].add(event.thread, now_);
  }

  // What was written to some of the bytes as an atomic of another size is void: its value may be put
  // together.
  void take_bytes(LocationId location, const AccessedBytes& bytes, std::uint64_t atomic) {
    for (std::uint32_t i = 0; i < bytes.size; ++i) {
      const auto [owner, added] = owners_.try_emplace(byte_key(location, bytes.first + i), atomic);
      if (added || owner->second == atomic) continue;
      atomics_[owner->second].clear();
      atomics_[atomic].clear();
      owner->second = atomic;
    }
  }

  std::uint64_t byte_key(LocationId location, std::uint64_t byte) const {
    if (location > locations_.size()) return combine(mix(location), byte);
    const Location& known = locations_[location - 1];
    return combine(known.object_key(), known.offset + byte);
  }

  void synchronise(const Event& event) {
    const bool succeeded = event.detail == 0;
    Thread& own = threads_[event.thread];
    lock_or_unlock(event);
    switch (event.kind) {
      case OperationKind::kThreadCreate:
        if (event.detail < threads_.size()) threads_[event.detail].created = now_;
        break;
      case OperationKind::kThreadJoin:
        join(event);
        break;
      case OperationKind::kWait:
        own.waits = now_;
        own.signalled.reset();
        break;
      case OperationKind::kSignal:
      case OperationKind::kBroadcast:
        if (succeeded) signals_.insert_or_assign(event.location, Signal{now_, own.held});
        break;
      case OperationKind::kWake:
        wake(event);
        break;
      case OperationKind::kSemaphorePost:
        posts_[event.location].add(event.thread, now_);
        break;
      case OperationKind::kSemaphoreWait:
      case OperationKind::kSemaphoreTryWait:
        if (succeeded) after(posts_[event.location]);
        break;
      case OperationKind::kBarrierWait:
        arrive(event);
        break;
      case OperationKind::kOnce:
        once(event);
        break;
      case OperationKind::kSendSignal:
        if (event.detail < threads_.size())
          sent_[static_cast<ThreadId>(event.detail)].add(event.thread, now_);
        break;
      case OperationKind::kSignalWait:
      case OperationKind::kHandleSignal:
        after(sent_[event.thread]);
        break;
      default:
        break;
    }
  }

  void lock_or_unlock(const Event& event) {
    const bool is_change = change_ < changes_.size() && changes_[change_].event == now_;
    if (!is_change) {
      // Of a mutex that the thread does not have: whoever had it has not released anything by that.
      if (event.kind == OperationKind::kUnlock && event.detail == 0) unlock(event.location, event.thread);
      return;
    }
    const LockChange& change = changes_[change_++];
    Lock& lock = locks_[change.lock];
    std::vector<LocationId>& held = threads_[change.thread].held;
    switch (change.kind) {
      case LockChangeKind::kTaken:
        after(lock.readers);
        after(lock.unlocked);
        held.push_back(change.lock);
        if (event.kind == OperationKind::kRelock) relock(event);
        break;
      case LockChangeKind::kTakenShared:
        after(lock.unlocked);
        break;
      case LockChangeKind::kGivenUp:
        std::erase(held, change.lock);
        unlock(change.lock, change.thread);
        break;
      case LockChangeKind::kGivenUpShared:
        lock.readers.add(change.thread, now_);
        break;
    }
  }

  void unlock(LocationId location, ThreadId thread) {
    Lock& lock = locks_[location];
    lock.readers.clear();
    lock.unlocked.clear();
    lock.unlocked.add(thread, now_);
    stated_.erase(location);
  }

  // The process waits for all threads at its end. Of a join that gave up the thread goes on.
  void join(const Event& event) {
    const auto after_end_of = [this](std::size_t thread) {
      if (threads_[thread].latest && threads_[thread].last < now_) latest_after(*threads_[thread].latest);
    };
    if (event.site == kNoSite) {
      for (std::size_t thread = 0; thread < threads_.size(); ++thread)
        if (thread != event.thread) after_end_of(thread);
    } else if (event.detail < threads_.size()) {
      after_end_of(event.detail);
    }
  }

  void wake(const Event& event) {
    if (const auto barrier = barriers_.find(event.location); barrier != barriers_.end()) {
      if (barrier->second.opened) latest_after(*barrier->second.opened);
      return;
    }
    Thread& own = threads_[event.thread];
    const auto signal = signals_.find(event.location);
    if (event.detail != 0 || !own.waits || signal == signals_.end()) return;
    if (signal->second.event > *own.waits) own.signalled = signal->second.event;
    if (own.signalled) woken_by_[event.thread] = signal->second;
  }

  void relock(const Event& event) {
    Thread& own = threads_[event.thread];
    if (own.signalled) {
      const std::vector<LocationId>& held = woken_by_[event.thread].held;
      if (std::find(held.begin(), held.end(), event.location) != held.end()) latest_after(*own.signalled);
    }
    own.waits.reset();
    own.signalled.reset();
  }

  // Whoever leaves comes after the one that opened it, and so after all who had arrived.
  void arrive(const Event& event) {
    Barrier& barrier = barriers_[event.location];
    if (event.detail != 0) {  // others have to come
      barrier.arrived.add(event.thread, now_);
      return;
    }
    after(barrier.arrived);
    barrier.arrived.clear();
    barrier.opened = now_;
  }

  // One that began may have thrown: then somebody else began again.
  void once(const Event& event) {
    Sources& begun = begun_[event.location];
    if (event.detail != 0) return after(begun);
    begun.clear();
    begun.add(event.thread, now_);
  }

  std::span<const Event> events_;
  std::span<const Location> locations_;
  std::vector<LockChange> changes_;
  std::size_t change_ = 0;
  std::uint32_t now_ = 0;
  Sources found_;  // of the event now
  std::vector<SyncEdge> edges_;
  std::vector<Thread> threads_;  // by ThreadId
  std::unordered_map<LocationId, Lock> locks_;
  std::unordered_map<LocationId, Barrier> barriers_;
  std::unordered_map<LocationId, Signal> signals_;  // the last one, by condition variable
  std::unordered_map<ThreadId, Signal> woken_by_;
  std::unordered_map<LocationId, Sources> posts_, begun_, stated_;
  std::unordered_map<ThreadId, Sources> sent_;               // signals of the system, by receiver
  std::unordered_map<std::uint64_t, Sources> atomics_;       // what acquiring the present value gives
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;  // by byte: the atomic that it was written as
};

}  // namespace

std::vector<SyncEdge> sync_edges(std::span<const Event> events, std::span<const Location> locations) {
  return EdgeFinder(events, locations).find();
}

}  // namespace heddle
