// The edges that people are shown against the race detector, for many short random executions: what races is
// never ordered by them, and what they do not order races, as far as they tell everything.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

#include "analysis/sync_edges.h"
#include "detect/race_observer.h"
#include "event/access_detail.h"
#include "event/random.h"

namespace heddle::sync_edges_random_test {
namespace {

constexpr ThreadId kThreads = 4;
using enum OperationKind;

// An execution as it could be recorded: locks are free when they are taken, who waits does nothing else.
class RandomTrace {
 public:
  // `complete`: only what edges tell all of.
  RandomTrace(std::uint64_t seed, bool complete) : random_(seed), complete_(complete) {
    for (std::uint64_t i = 0; i < 16; ++i) {
      Location location;
      location.kind = ObjectKind::kGlobal;
      location.offset = 0x1000 + kGranuleSize * i;
      locations.intern(location);
    }
    threads_[0].state = State::kRuns;
    const ThreadId at_once = static_cast<ThreadId>(below(kThreads));
    while (created_ < at_once) create(0);
    writing_ = below(3) == 0 ? 30 : 4;  // few that write much are correct
    const unsigned steps = 40 + below(120);
    for (unsigned i = 0; i < steps; ++i) step();
  }

  std::vector<Event> events;
  std::vector<OrderNote> notes;
  LocationTable locations;

  std::vector<SyncEdge> edges() const {
    std::vector<Location> known;
    for (LocationId id = 1; id <= locations.size(); ++id) known.push_back(locations[id]);
    return sync_edges(events, known);
  }

 private:
  enum class State { kNotYet, kRuns, kWaits, kRelocks, kAtBarrier, kDone };
  struct Thread {
    State state = State::kNotYet;
    LocationId mutex = kNoLocation;  // to be locked again
    bool barrier_open = false;
  };
  struct Lock {
    int owner = -1;
    std::vector<ThreadId> readers;
  };
  // Locations: 1 and 2 are data, 3 and 4 mutexes, and so on.
  static constexpr LocationId kData = 1, kMutexes = 3, kCondition = 5, kSemaphore = 6, kBarrier = 7,
                              kOnceFlag = 8, kAtomics = 9;

  unsigned below(unsigned end) { return static_cast<unsigned>(random_.below(end)); }
  void add(ThreadId thread, OperationKind kind, LocationId location, std::uint32_t detail = 0,
           std::uint8_t size = 0) {
    events.push_back({location, static_cast<SiteId>(100 + events.size()), thread, kind, size, detail});
  }

  void step() {
    const auto thread = static_cast<ThreadId>(below(kThreads));
    Thread& own = threads_[thread];
    switch (own.state) {
      case State::kRuns:
        return act(thread);
      case State::kWaits:
        if (below(3) != 0) return;
        add(thread, kWake, kCondition, below(4) == 0 ? 1 : 0);
        own.state = State::kRelocks;
        return;
      case State::kRelocks: {
        Lock& lock = locks_[own.mutex - kMutexes];
        if (lock.owner >= 0 || !lock.readers.empty()) return;
        lock.owner = thread;
        add(thread, kRelock, own.mutex);
        own.state = State::kRuns;
        return;
      }
      case State::kAtBarrier:
        if (!own.barrier_open) return;
        add(thread, kWake, kBarrier);
        own.state = State::kRuns;
        return;
      default:
        return;
    }
  }

  void act(ThreadId thread) {
    const unsigned what = below(complete_ ? 100 : 112);
    if (what < 8)
      threads(thread);
    else if (what < 40)
      add(thread, below(100) < writing_ ? kWrite : kRead, kData + below(2), plain_detail(0, 0, 4), 4);
    else if (what < 62)
      lock(thread, kMutexes + below(2));
    else if (what < 66)
      wait(thread);
    else if (what < 70)
      add(thread, below(2) == 0 ? kSignal : kBroadcast, kCondition, below(3) == 0 ? 1 : 0);
    else if (what < 76)
      below(2) == 0 ? add(thread, kSemaphorePost, kSemaphore)
                    : add(thread, kSemaphoreWait, kSemaphore, below(4) == 0 ? 1 : 0);
    else if (what < 80)
      barrier(thread);
    else if (what < 83)
      once(thread);
    else if (what < 100)
      atomic(thread, kAtomics + 2 * below(2), 4, static_cast<Ordering>(below(6)));
    else if (what < 106)
      atomic(thread, kAtomics + below(2), below(2) == 0 ? 8 : 4, static_cast<Ordering>(below(8)));
    else
      below(2) == 0 ? add(thread, kSendSignal, kNoLocation, below(3) == 0 ? kNoThread : below(kThreads))
                    : add(thread, kHandleSignal, kNoLocation);
  }

  void create(ThreadId thread) {
    add(thread, kThreadCreate, kNoLocation, ++created_);
    threads_[created_].state = State::kRuns;
  }

  void threads(ThreadId thread) {
    const ThreadId other = static_cast<ThreadId>(1 + below(kThreads - 1));
    if (threads_[other].state == State::kNotYet) {
      create(thread);
    } else if (other != thread && threads_[other].state == State::kRuns && holds_nothing(other)) {
      const bool gives_up = below(4) == 0;
      if (!gives_up) threads_[other].state = State::kDone;
      if (std::any_of(events.begin(), events.end(),
                      [other](const Event& each) { return each.thread == other; }))
        add(thread, kThreadJoin, kNoLocation, gives_up ? other | kGaveUp : other);
    }
  }

  bool holds_nothing(ThreadId thread) const {
    return std::none_of(locks_.begin(), locks_.end(), [thread](const Lock& lock) {
      return lock.owner == thread || std::count(lock.readers.begin(), lock.readers.end(), thread) != 0;
    });
  }

  void lock(ThreadId thread, LocationId mutex) {
    Lock& lock = locks_[mutex - kMutexes];
    const auto reads = std::find(lock.readers.begin(), lock.readers.end(), thread);
    if (lock.owner == thread) {
      lock.owner = -1;
      add(thread, kUnlock, mutex);
    } else if (reads != lock.readers.end()) {
      lock.readers.erase(reads);
      add(thread, kUnlock, mutex);
    } else if (lock.owner >= 0) {
      add(thread, kTryLock, mutex, 1);
    } else if (below(3) == 0) {
      lock.readers.push_back(thread);
      add(thread, kSharedLock, mutex);
    } else if (lock.readers.empty()) {
      lock.owner = thread;
      add(thread, below(2) == 0 ? kLock : kTimedLock, mutex);
    }
  }

  void wait(ThreadId thread) {
    for (std::size_t i = 0; i < locks_.size(); ++i) {
      if (locks_[i].owner != thread) continue;
      // Of two that are held it is not known which one a wait gave up that never ends.
      if (complete_ && locks_[1 - i].owner == thread) return;
      locks_[i].owner = -1;
      add(thread, kWait, kCondition);
      threads_[thread].state = State::kWaits;
      threads_[thread].mutex = kMutexes + static_cast<LocationId>(i);
      return;
    }
  }

  // Of two.
  void barrier(ThreadId thread) {
    if (at_barrier_ < 0) {
      add(thread, kBarrierWait, kBarrier, 1);
      threads_[thread].state = State::kAtBarrier;
      threads_[thread].barrier_open = false;
      at_barrier_ = thread;
    } else {
      add(thread, kBarrierWait, kBarrier);
      threads_[at_barrier_].barrier_open = true;
      at_barrier_ = -1;
    }
  }

  void once(ThreadId thread) {
    add(thread, kOnce, kOnceFlag, once_ ? 1 : 0);
    if (!once_)
      notes.push_back({static_cast<std::uint32_t>(events.size()), 1, kOnceFlag, thread, OrderKind::kRelease,
                       Ordering::kRelaxed});
    once_ = true;
  }

  void atomic(ThreadId thread, LocationId location, std::uint8_t size, Ordering ordering) {
    const unsigned what = below(4);
    const OperationKind kind = what == 0 ? kAtomicLoad : what == 1 ? kAtomicStore : kAtomicUpdate;
    add(thread, kind, location, atomic_detail(what == 3, ordering, 0), size);
  }

  Random random_;
  bool complete_;
  std::array<Thread, kThreads> threads_;
  std::array<Lock, 2> locks_;
  ThreadId created_ = 0;
  unsigned writing_ = 0;
  int at_barrier_ = -1;
  bool once_ = false;
};

// What edges and the order within threads come to.
class Reach {
 public:
  explicit Reach(const RandomTrace& trace) : events_(trace.events), clocks_(trace.events.size()) {
    const std::vector<Event>& events = trace.events;
    std::array<std::array<std::uint32_t, kThreads>, kThreads> now{};
    const std::vector<SyncEdge> edges = trace.edges();
    std::size_t next = 0;
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      auto& own = now[events[i].thread];
      for (; next < edges.size() && edges[next].to == i; ++next) {
        EXPECT_LT(edges[next].from, i);
        EXPECT_NE(events[edges[next].from].thread, events[i].thread);
        for (std::size_t t = 0; t < kThreads; ++t) own[t] = std::max(own[t], clocks_[edges[next].from][t]);
      }
      own[events[i].thread] = i + 1;
      clocks_[i] = own;
    }
    EXPECT_EQ(next, edges.size()) << "edges are in the order of where they lead to";
  }
  bool operator()(std::uint32_t first, std::uint32_t second) const {
    return clocks_[second][events_[first].thread] > first;
  }

 private:
  const std::vector<Event>& events_;
  std::vector<std::array<std::uint32_t, kThreads>> clocks_;
};

bool any_unordered(const std::vector<Event>& events, const Reach& before) {
  for (std::uint32_t second = 0; second < events.size(); ++second)
    for (std::uint32_t first = 0; first < second; ++first) {
      const Event &one = events[first], &other = events[second];
      if (is_plain_access(one.kind) && is_plain_access(other.kind) && one.thread != other.thread &&
          one.location == other.location && (writes(one.kind) || writes(other.kind)) &&
          !before(first, second))
        return true;
    }
  return false;
}

TEST(SyncEdgesRandom, NeverOrderWhatRaces) {
  std::size_t racy = 0, quiet = 0, edges = 0;
  for (std::uint64_t seed = 1; seed <= 6000; ++seed) {
    const bool complete = seed % 2 == 0;
    const RandomTrace trace(seed, complete);
    const Reach before(trace);
    edges += trace.edges().size();
    Execution execution;
    execution.events = trace.events;
    execution.order_notes = trace.notes;
    RaceObserver observer;
    const std::span<const Race> races = observer.observe(execution, trace.locations);
    for (const Race& race : races)
      ASSERT_FALSE(before(race.first.event, race.second.event))
          << "seed " << seed << ": " << race.first.event << " and " << race.second.event;
    if (complete) {
      ASSERT_EQ(any_unordered(trace.events, before), !races.empty()) << "seed " << seed;
    }
    ++(races.empty() ? quiet : racy);
  }
  EXPECT_GT(racy, 1000u);
  EXPECT_GT(quiet, 500u);
  EXPECT_GT(edges, 20000u);
}

}  // namespace
}  // namespace heddle::sync_edges_random_test
