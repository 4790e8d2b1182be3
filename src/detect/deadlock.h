// Threads that wait for each other for ever. Pure functions of who waits for whom.
#pragma once

#include <span>
#include <vector>

#include "event/failure.h"
#include "event/ids.h"

namespace heddle {

// One thread as the detector sees it. `waits_for` is the owner of the lock it wants or the thread it joins.
struct Waiter {
  bool finished = false;
  bool blocked = false;
  bool timed = false;  // it will go on by itself some day: such a wait is never part of a deadlock
  OperationKind kind = OperationKind::kNone;
  ThreadId waits_for = kNoThread;
};

// Follows the one edge that leaves each waiting thread. The result is the cycle through `start`, or empty.
// Used whenever a thread blocks, so that a deadlock of some threads is seen while others go on.
template <typename WaitsFor>
std::vector<ThreadId> wait_cycle(ThreadId start, std::size_t thread_count, WaitsFor waits_for) {
  std::vector<ThreadId> path{start};
  for (ThreadId next = waits_for(start); next != kNoThread; next = waits_for(next)) {
    if (next == start) return path;
    if (path.size() > thread_count) break;  // a cycle that `start` only leads into
    path.push_back(next);
  }
  return {};
}

struct DeadlockVerdict {
  DeadlockShape shape = DeadlockShape::kNone;
  std::vector<ThreadId> cycle;
  ThreadId thread = kNoThread;  // the one that is stuck for its own reason; others may wait for it
};

// Whoever main waits for, directly or through others, is what the program waits for. If main does not wait,
// any other thread that does stands in for it.
inline ThreadId end_of_wait(std::span<const Waiter> threads) {
  const auto waits = [&](ThreadId id) {
    return id < threads.size() && threads[id].blocked && !threads[id].finished;
  };
  ThreadId stuck = kMainThread;
  while (stuck < threads.size() && !waits(stuck)) ++stuck;
  if (stuck >= threads.size()) return kNoThread;
  for (std::size_t i = 0; i < threads.size() && waits(threads[stuck].waits_for); ++i)
    stuck = threads[stuck].waits_for;
  return stuck;
}

// No thread is enabled any more: what kind of deadlock is this, and which thread tells why?
// `lost_signal(thread)` tells whether a signal was sent between the thread's test of its condition and its
// wait (waiting.h).
template <typename IsLost>
DeadlockVerdict classify_deadlock(std::span<const Waiter> threads, IsLost lost_signal) {
  const auto waits_for = [&](ThreadId thread) {
    const Waiter& waiter = threads[thread];
    return waiter.blocked && !waiter.timed && !waiter.finished ? waiter.waits_for : kNoThread;
  };
  const auto count = static_cast<ThreadId>(threads.size());
  for (ThreadId thread = 0; thread < count; ++thread) {
    std::vector<ThreadId> cycle = wait_cycle(thread, threads.size(), waits_for);
    if (!cycle.empty()) return {DeadlockShape::kCycle, std::move(cycle), thread};
  }
  for (ThreadId thread = 0; thread < count; ++thread)
    if (threads[thread].blocked && !threads[thread].timed && lost_signal(thread))
      return {DeadlockShape::kLostWakeup, {}, thread};
  // A lock that its owner took with it is a reason of its own, whatever main waits for.
  for (ThreadId thread = 0; thread < count; ++thread)
    if (const ThreadId owner = waits_for(thread); owner < threads.size() && threads[owner].finished)
      return {DeadlockShape::kNoWakeup, {}, thread};
  return {DeadlockShape::kNoWakeup, {}, end_of_wait(threads)};
}

}  // namespace heddle
