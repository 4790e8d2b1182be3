#include "search/essence.h"

#include <algorithm>
#include <optional>
#include <span>

namespace heddle {

namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

using Operations = std::vector<PerformedOperation>;

// The last of them that conflicts with the operation.
const PerformedOperation* last_conflict(std::span<const PerformedOperation> others, const Operation& with) {
  for (std::size_t i = others.size(); i-- > 0;)
    if (others[i].what.conflicts_with(with)) return &others[i];
  return nullptr;
}

// A signal that no thread waited for is known by name.
DecisivePair lost_signal(const Failure& failure) {
  DecisivePair pair;
  pair.before.thread = failure.lost_signal_thread;
  pair.before.what.kind = OperationKind::kSignal;
  pair.before.what.site = failure.lost_signal_site;
  pair.after.thread = failure.thread;
  pair.after.what.kind = OperationKind::kWait;
  pair.after.what.site = failure.site;
  return pair;
}

// Each lock of a cycle was taken before the other thread wanted it.
std::vector<DecisivePair> cycle_pairs(const Failure& failure) {
  std::vector<DecisivePair> pairs;
  for (const ThreadId waiter : failure.cycle) {
    if (waiter >= failure.threads.size()) return {};
    const ThreadReport& waiting = failure.threads[waiter];
    if (waiting.waits_for >= failure.threads.size() || waiting.waits_for == waiter) return {};
    for (const HeldLock& held : failure.threads[waiting.waits_for].held) {
      if (!(held.lock == waiting.object)) continue;
      Operation taken = waiting.next;
      taken.site = held.site;
      pairs.push_back({{waiting.waits_for, taken}, {waiter, waiting.next}});
    }
  }
  return pairs;
}

class EssenceFinder {
 public:
  EssenceFinder(const FailedExecution& execution, const Operations& operations, const Failure& failure,
                const Reexecute& reexecute, const Perform& trace, const std::function<bool()>& stop)
      : execution_(execution),
        operations_(operations),
        failure_(failure),
        reexecute_(reexecute),
        trace_(trace),
        stop_(stop),
        turns_(past_turns(execution)) {}

  // None if there was no time to find all of them: what was not tried is a guess.
  std::vector<DecisivePair> pairs() {
    std::vector<DecisivePair> result;
    for (std::size_t i = 0; i < turns_.size(); ++i) {
      if (!turns_[i].preempted) continue;
      if (is_to_stop()) return {};
      const std::optional<DecisivePair> pair = pair_of(i);
      if (stopped_) return {};
      if (pair) result.push_back(*pair);
    }
    return result;
  }

 private:
  bool is_to_stop() {
    stopped_ = stopped_ || stop_();
    return stopped_;
  }

  // Executions of millions of operations take minutes to compare.
  bool is_to_stop_after(std::size_t comparisons) {
    constexpr std::size_t kMostBetween = std::size_t{1} << 22;
    compared_ += comparisons;
    if (compared_ < kMostBetween) return false;
    compared_ = 0;
    return is_to_stop();
  }

  std::optional<DecisivePair> pair_of(std::size_t preempted) {
    const ThreadId thread = turns_[preempted].thread;
    std::size_t back = preempted + 1;  // the turn in which the thread comes back
    while (back < turns_.size() && turns_[back].thread != thread) ++back;
    const std::uint64_t from = turns_[preempted].end;
    const std::uint64_t to = turns_[back - 1].end;
    if (to > operations_.size()) return std::nullopt;
    const std::span<const PerformedOperation> meanwhile = std::span(operations_).subspan(from, to - from);
    const Operations delayed = delayed_by(preempted, to, back < turns_.size());

    std::vector<std::size_t> suspects;
    for (std::size_t i = 0; i < delayed.size(); ++i) {
      if (is_to_stop_after(meanwhile.size())) return std::nullopt;
      if (last_conflict(meanwhile, delayed[i].what) != nullptr) suspects.push_back(i);
    }
    const bool conflict = !suspects.empty();
    for (std::size_t i = 0; !conflict && i < delayed.size(); ++i) suspects.push_back(i);
    const std::size_t decisive = first_that_saves(preempted, suspects);
    if (decisive == kNowhere || meanwhile.empty()) return std::nullopt;
    if (!conflict) return DecisivePair{meanwhile.back(), delayed[decisive]};
    return what_it_protects(delayed, decisive, meanwhile);
  }

  // What the thread did or would have done from its preemption on. Where it did not come back, another
  // execution tells.
  Operations delayed_by(std::size_t preempted, std::uint64_t from, bool comes_back) const {
    const ThreadId thread = turns_[preempted].thread;
    Operations delayed;
    if (comes_back) {
      for (std::size_t i = from; i < operations_.size(); ++i)
        if (operations_[i].thread == thread) delayed.push_back(operations_[i]);
    } else {
      std::vector<Turn> plan = turns_of(execution_);
      plan.resize(preempted + 1);
      plan[preempted].until = kAsFarAsPossible;
      for (const Turn& turn : last_turns(execution_)) plan.push_back(turn);
      std::uint64_t own = 0;
      for (const PerformedOperation& operation : trace_(plan))
        if (operation.thread == thread && own++ >= turns_[preempted].until) delayed.push_back(operation);
      return delayed;
    }
    // What it waits for has not happened.
    if (thread < failure_.threads.size() && failure_.threads[thread].state == ThreadState::kBlocked)
      delayed.push_back({thread, failure_.threads[thread].next});
    return delayed;
  }

  // Of the delayed operations: if it happens before the preemption, the failure is gone, and if only those
  // before it do, it is not.
  std::size_t first_that_saves(std::size_t preempted, const std::vector<std::size_t>& suspects) {
    if (suspects.empty()) return kNowhere;
    std::size_t first = 0;
    for (std::size_t last = suspects.size() - 1; first < last;) {
      if (is_to_stop()) return kNowhere;
      const std::size_t middle = first + (last - first) / 2;
      std::vector<Turn> plan = turns_of(execution_);
      plan[preempted].until += suspects[middle] + 1;
      for (const Turn& turn : last_turns(execution_)) plan.push_back(turn);
      if (reexecute_(plan))
        first = middle + 1;
      else
        last = middle;
    }
    return suspects[first];
  }

  // Behind a lock it is what the lock protects that people look for; where threads wait for each other it is
  // the lock itself.
  DecisivePair what_it_protects(const Operations& delayed, std::size_t decisive,
                                std::span<const PerformedOperation> meanwhile) const {
    const DecisivePair as_it_is{*last_conflict(meanwhile, delayed[decisive].what), delayed[decisive]};
    if (!is_acquisition(delayed[decisive].what.kind) || !failure_.cycle.empty()) return as_it_is;
    for (std::size_t i = decisive + 1; i < delayed.size(); ++i) {
      const PerformedOperation* first = last_conflict(meanwhile, delayed[i].what);
      if (first != nullptr && is_access(delayed[i].what.kind)) return {*first, delayed[i]};
    }
    return as_it_is;
  }

  const FailedExecution& execution_;
  const Operations& operations_;
  const Failure& failure_;
  const Reexecute& reexecute_;
  const Perform& trace_;
  const std::function<bool()>& stop_;
  std::vector<PastTurn> turns_;
  bool stopped_ = false;
  std::size_t compared_ = 0;  // since the last look at the time
};

}  // namespace

Essence essence_of(const FailedExecution& execution, const std::vector<PerformedOperation>& operations,
                   const Failure& failure, const Reexecute& reexecute, const Perform& trace,
                   const std::function<bool()>& stop) {
  Essence essence;
  for (const PastTurn& turn : past_turns(execution))
    if (turn.thread != kMainThread &&
        std::find(essence.order.begin(), essence.order.end(), turn.thread) == essence.order.end())
      essence.order.push_back(turn.thread);
  const bool signal_is_known = failure.shape == DeadlockShape::kLostWakeup &&
                               failure.lost_signal_site != kNoSite &&
                               failure.lost_signal_thread != failure.thread;
  if (signal_is_known)
    essence.pairs.push_back(lost_signal(failure));
  else
    essence.pairs = EssenceFinder(execution, operations, failure, reexecute, trace, stop).pairs();
  if (essence.pairs.empty()) essence.pairs = cycle_pairs(failure);
  return essence;
}

}  // namespace heddle
