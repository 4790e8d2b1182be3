// The thread model of the TSA paper (2.2.1): what each thread did with locks in an execution, and what it
// held then. Re-entrant acquisitions are no lock actions; taking the mutex again after a condition wait is
// one.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "analysis/held_locks.h"
#include "analysis/thread_order.h"
#include "event/operation.h"

namespace heddle {

struct LockAction {
  static constexpr std::uint32_t kNone = HeldLocks::kNone;

  ThreadId thread = kNoThread;
  SiteId site = kNoSite;          // loc(p)
  LocationId lock = kNoLocation;  // operand(p)
  SiteId unlock_site = kNoSite;   // where it was given up again; none: it never was, or by a condition wait
  Segment segment = 0;
  LockSet lockset;        // held by the thread when the action begins
  LockSet to_next;        // lockset(p, next(p)): held all the time from here to there; empty without a next
  LockSet from_previous;  // lockset(prev(p), p)
  std::uint32_t next = kNone, previous = kNone;  // places in the model
};

class ThreadModel {
 public:
  ThreadModel(std::span<const Event> events, ThreadOrder::Edges edges);

  std::span<const LockAction> actions() const { return actions_; }
  const LockAction* next(const LockAction& action) const { return at(action.next); }
  const LockAction* previous(const LockAction& action) const { return at(action.previous); }
  // p before q in every execution; of different threads.
  bool precedes(const LockAction& p, const LockAction& q) const {
    return order_.precedes(p.thread, p.segment, q.thread, q.segment);
  }

 private:
  const LockAction* at(std::uint32_t place) const {
    return place == LockAction::kNone ? nullptr : &actions_[place];
  }
  void add(const Event& event, Segment segment, const LockSet& held);

  ThreadOrder order_;
  std::vector<LockAction> actions_;  // in the order of the execution: by the number of the acquisition
  std::vector<std::vector<std::uint32_t>> last_;  // by ThreadId and LocationId: the last action, from 1
};

}  // namespace heddle
