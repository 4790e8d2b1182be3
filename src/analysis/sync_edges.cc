#include "analysis/sync_edges.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "analysis/happens_before.h"
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

class EdgeFinder {
 public:
  EdgeFinder(std::span<const Event> events, std::span<const Location> locations)
      : events_(events), locations_(locations) {
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      if (events[i].thread >= threads_.size()) threads_.resize(events[i].thread + std::size_t{1});
      before_.look_ahead(events[i], i);
    }
  }

  std::vector<SyncEdge> find();

 private:
  struct Thread {
    std::optional<std::uint32_t> created;  // the event that did
    std::optional<std::uint32_t> latest;
    // Of a condition wait: where it began, and the signal that ended it.
    std::optional<std::uint32_t> waits, signalled;
    std::vector<LocationId> signaller_held;  // mutexes
  };
  struct Object {
    Sources released;
    Sources gathered;  // by readers of a lock, or at a barrier that is not open yet
  };
  struct Signal {
    std::uint32_t event;
    std::vector<LocationId> held;  // by who sent it
  };
  class Edges;

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
    if (event.kind != OperationKind::kWait) return;
    own.waits = now_;
    own.signalled.reset();
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
    const Ordering ordering = ordering_of(event);
    if (event.location == kNoLocation || ordering == Ordering::kVolatile || ordering == Ordering::kStated)
      return;
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

  std::span<const Event> events_;
  std::span<const Location> locations_;
  HappensBefore before_;
  std::uint32_t now_ = 0;
  Sources found_;  // of the event now
  std::vector<SyncEdge> edges_;
  std::vector<Thread> threads_;                              // by ThreadId
  std::unordered_map<std::uint64_t, Object> objects_;        // by SyncObject::key()
  std::unordered_map<LocationId, Signal> signals_;           // the last one, by condition variable
  std::unordered_map<std::uint64_t, Sources> atomics_;       // what acquiring the present value gives
  std::unordered_map<std::uint64_t, std::uint64_t> owners_;  // by byte: the atomic that it was written as
};

// Collects what the event now comes after.
class EdgeFinder::Edges : public Unordered {
 public:
  explicit Edges(EdgeFinder& finder) : finder_(finder), event_(finder.events_[finder.now_]) {}

  void create_thread(ThreadId created) {
    if (created >= finder_.threads_.size()) return;
    finder_.threads_[created].created = finder_.now_;
    finder_.threads_[created].latest.reset();  // it may have run before
  }
  void join_thread(ThreadId joined) {
    if (joined < finder_.threads_.size() && finder_.threads_[joined].latest)
      finder_.latest_after(*finder_.threads_[joined].latest);
  }
  void join_all() {
    for (std::size_t thread = 0; thread < finder_.threads_.size(); ++thread)
      if (thread != event_.thread) join_thread(static_cast<ThreadId>(thread));
  }
  void lock(const SyncObject& object) {
    if (!is_shown(object)) return;
    finder_.after(at(object).gathered);
    finder_.after(at(object).released);
    if (event_.kind == OperationKind::kRelock) relock();
  }
  void unlock(const SyncObject& object) {
    if (is_shown(object)) release_alone(at(object));
  }
  void lock_shared(const SyncObject& object) { acquire(object); }
  void unlock_shared(const SyncObject& object) { arrive(object); }
  void acquire(const SyncObject& object) {
    if (is_shown(object)) finder_.after(at(object).released);
  }
  void release(const SyncObject& object) {
    if (is_shown(object)) at(object).released.add(event_.thread, finder_.now_);
  }
  void arrive(const SyncObject& object) {
    if (is_shown(object)) at(object).gathered.add(event_.thread, finder_.now_);
  }
  // Whoever leaves comes after the one that opened it, and so after all who had arrived.
  void open(const SyncObject& object) {
    if (!is_shown(object)) return;
    finder_.after(at(object).gathered);
    release_alone(at(object));
  }
  void leave(const SyncObject& object) { acquire(object); }
  // That it is done is no event: its beginning stands for it. One that began may have thrown; then another
  // thread began again.
  void begin_once(const SyncObject& object) { unlock(object); }

  void notify(const SyncObject& condition) {
    finder_.signals_.insert_or_assign(condition.id,
                                      Signal{finder_.now_, finder_.before_.locks_of(event_.thread)});
  }
  void woken(const SyncObject& condition) {
    Thread& own = finder_.threads_[event_.thread];
    const auto signal = finder_.signals_.find(condition.id);
    if (!own.waits || signal == finder_.signals_.end() || signal->second.event < *own.waits) return;
    own.signalled = signal->second.event;
    own.signaller_held = signal->second.held;
  }

 private:
  // Arrows between all that uses descriptors would tell nothing.
  static bool is_shown(const SyncObject& object) {
    switch (object.space) {
      case SyncObject::Space::kLocation:
        return object.id != kNoLocation;
      case SyncObject::Space::kSignalsToThread:
      case SyncObject::Space::kSignalsToProcess:
        return true;
      default:
        return false;
    }
  }
  Object& at(const SyncObject& object) { return finder_.objects_[object.key()]; }

  // Its owner has acquired whatever was released before.
  void release_alone(Object& object) {
    object.gathered.clear();
    object.released.clear();
    object.released.add(event_.thread, finder_.now_);
  }
  void relock() {
    Thread& own = finder_.threads_[event_.thread];
    const std::vector<LocationId>& held = own.signaller_held;
    if (own.signalled && std::find(held.begin(), held.end(), event_.location) != held.end())
      finder_.latest_after(*own.signalled);
    own.waits.reset();
    own.signalled.reset();
  }

  EdgeFinder& finder_;
  const Event& event_;
};

std::vector<SyncEdge> EdgeFinder::find() {
  for (now_ = 0; now_ < events_.size(); ++now_) {
    const Event& event = events_[now_];
    begin(event);
    before_.add(event, now_, Edges(*this));
    if (is_atomic_access(event.kind)) access(event);
    threads_[event.thread].latest = now_;
    finish(event.thread);
  }
  return std::move(edges_);
}

}  // namespace

std::vector<SyncEdge> sync_edges(std::span<const Event> events, std::span<const Location> locations) {
  return EdgeFinder(events, locations).find();
}

}  // namespace heddle
