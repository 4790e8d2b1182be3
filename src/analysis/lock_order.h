// The orders in which the executions of a search took locks, and the deadlocks that they show to be possible.
// An execution that took them as earlier ones did costs a look at its events and nothing more.
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/dense_index.h"
#include "analysis/lock_cycles.h"
#include "analysis/taken_locks.h"
#include "analysis/thread_name_hashes.h"
#include "event/execution.h"

namespace heddle {

// A deadlock that an execution came past: each member wants a lock that the next one holds, and the last one
// a lock of the first.
struct LockCycle {
  struct Member {
    std::string thread;
    LocationId lock = kNoLocation;  // that it wants
    SiteId site = kNoSite;          // and where
    bool shared = false;            // to read
    SiteId held_site = kNoSite;     // where it took the lock that the member before it wants
    bool held_shared = false;
  };

  std::vector<Member> members;
  std::uint64_t execution = 0;  // that showed it first

  // That the failure would have (Failure::signature()).
  std::uint64_t signature() const;
};

class LockOrder {
 public:
  // Whether it showed anything that none before it had.
  bool add(const Execution& execution);
  // In the order in which they were found. Whoever does the same to the same locks is the same cycle,
  // whatever the threads are called.
  const std::vector<LockCycle>& cycles() const { return cycles_; }
  // Executions of which not all was looked at, because there were too many orders or cycles.
  std::uint64_t left_out() const { return left_out_; }

 private:
  static constexpr std::size_t kMostDependencies = 10'000;
  static constexpr std::size_t kMostCycles = 100;
  static constexpr std::size_t kMostOrders = 100'000;
  static constexpr std::size_t kMostAlike = 3;  // cycles at the same sites, with different locks

  struct Known {
    std::uint64_t hash = 0;
    std::uint64_t execution = 0;  // that had it last
    std::size_t place = 0;        // in `dependencies_` then
  };

  void look_at(const Execution& execution);
  void collect(const Execution& execution, ThreadOrder& order);
  void note(const Event& event, Segment segment);
  void add_cycle(const LockDependencyCycle& cycle, const Execution& execution);

  std::vector<Known> known_;                  // dependencies
  DenseIndex index_;                          // of these, by their hash
  std::unordered_set<std::uint64_t> orders_;  // all dependencies of an execution, as one number
  std::unordered_map<std::uint64_t, std::size_t> alike_;
  std::unordered_set<std::uint64_t> known_cycles_;
  std::vector<LockCycle> cycles_;
  std::uint64_t left_out_ = 0;

  // Of the execution that is being looked at.
  bool is_cut_off_ = false;
  std::uint64_t executions_ = 0;
  std::uint64_t all_ = 0;
  TakenLocks taken_;
  ThreadNameHashes names_;
  std::vector<LockDependency> dependencies_;
};

}  // namespace heddle
