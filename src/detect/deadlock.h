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
};

// Nobody is enabled any more: what kind of deadlock is this? `lost_signal(thread)` tells whether a signal for
// the condition that the thread waits for came before it waited.
template <typename LostSignal>
DeadlockVerdict classify_deadlock(std::span<const Waiter> threads, LostSignal lost_signal) {
  const auto waits_for = [&](ThreadId thread) {
    const Waiter& waiter = threads[thread];
    return waiter.blocked && !waiter.timed && !waiter.finished ? waiter.waits_for : kNoThread;
  };
  for (ThreadId thread = 0; thread < threads.size(); ++thread) {
    std::vector<ThreadId> cycle = wait_cycle(thread, threads.size(), waits_for);
    if (!cycle.empty()) return {DeadlockShape::kCycle, std::move(cycle)};
  }
  for (ThreadId thread = 0; thread < threads.size(); ++thread)
    if (threads[thread].blocked && !threads[thread].timed && lost_signal(thread))
      return {DeadlockShape::kLostWakeup, {}};
  return {DeadlockShape::kNoWakeup, {}};
}

}  // namespace heddle
