// Cycles of lock dependencies: deadlocks that did not happen. As iGoodlock finds them (Joshi, Park, Sen and
// Naik, "A Randomized Dynamic Program Analysis Technique for Detecting Real Deadlocks", PLDI 2009), after
// MagicFuzzer's reduction (Cai and Chan, ICSE 2012) has left out what cannot be part of one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "analysis/taken_locks.h"
#include "analysis/thread_order.h"

namespace heddle {

// A thread took a lock, for which it would have waited, while it held others.
struct LockDependency {
  ThreadId thread = kNoThread;
  LocationId lock = kNoLocation;  // that it wanted
  SiteId site = kNoSite;
  bool shared = false;  // it wanted to read
  std::vector<TakenLock> held;
  std::vector<Segment> segments;  // of its thread in which it did so, in their order
};

// The lock among those held for which somebody has to wait who wants `lock`; null: nobody has to.
const TakenLock* blocking_lock(const LockDependency& holder, LocationId lock, bool shared);

// Each thread of a cycle wants a lock that the next one holds, and the last one a lock of the first. No two
// hold the same lock, unless both read (a gate lock would keep them apart), and each did so at some time when
// none of the others comes before or after by `order`.
using LockDependencyCycle = std::vector<const LockDependency*>;

struct CycleLimits {
  std::size_t longest = 8;
  std::uint64_t steps = 100'000;  // of the search
};

// Shorter ones first; each begins with the thread of the smallest number. None contains a shorter one.
void find_lock_cycles(std::span<const LockDependency> dependencies, const ThreadOrder& order,
                      const CycleLimits& limits,
                      const std::function<void(const LockDependencyCycle&)>& found);

}  // namespace heddle
