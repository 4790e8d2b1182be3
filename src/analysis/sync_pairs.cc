#include "analysis/sync_pairs.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>

#include "analysis/thread_model.h"

namespace heddle {

namespace {

using LockIds = std::vector<std::pair<LocationId, bool>>;

LockIds ids_of(const LockSet& locks) {
  LockIds ids;
  for (const Guard& each : locks) ids.emplace_back(each.lock, each.shared);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// Actions of a loop are alike: all pairs are the same for them.
class DistinctActions {
 public:
  DistinctActions(const ThreadModel& model, Estimate estimate) : model_(model), estimate_(estimate) {
    for (const LockAction& action : model.actions())
      if (keys_.insert(key_of(action)).second) by_lock_[action.lock].push_back(&action);
  }
  const std::map<LocationId, std::vector<const LockAction*>>& by_lock() const { return by_lock_; }

 private:
  using Key = std::tuple<LocationId, ThreadId, SiteId, Segment, LockIds, LockIds, LockIds, Segment, Segment>;

  static constexpr Segment kNoSegment = ~Segment{0};

  // The segments of the neighbours count only where they are asked for.
  Segment segment_of(const LockAction* neighbour) const {
    return estimate_ == Estimate::kPaper || neighbour == nullptr ? kNoSegment : neighbour->segment;
  }
  Key key_of(const LockAction& action) const {
    return {action.lock,
            action.thread,
            action.site,
            action.segment,
            ids_of(action.lockset),
            ids_of(action.to_next),
            ids_of(action.from_previous),
            segment_of(model_.next(action)),
            segment_of(model_.previous(action))};
  }

  const ThreadModel& model_;
  Estimate estimate_;
  std::set<Key> keys_;
  std::map<LocationId, std::vector<const LockAction*>> by_lock_;
};

// AC2 to AC4, for actions of different threads.
bool is_accepted(const ThreadModel& model, const LockAction& p, const LockAction& q) {
  return are_disjoint(p.to_next, q.lockset)           // AC2
         && are_disjoint(p.lockset, q.from_previous)  // AC3
         && !model.precedes(q, p);                    // AC4
}

// Nothing on the same lock has to come between them.
bool can_be_neighbours(const ThreadModel& model, const LockAction& p, const LockAction& q) {
  const LockAction* const next = model.next(p);
  const LockAction* const previous = model.previous(q);
  return (next == nullptr || !model.precedes(*next, q)) &&
         (previous == nullptr || !model.precedes(p, *previous));
}

}  // namespace

std::vector<LockedPair> estimate_sync_pairs(std::span<const Event> events, Estimate estimate) {
  const bool sharp = estimate == Estimate::kSharp;
  const ThreadModel model(events, sharp ? ThreadOrder::Edges::kAll : ThreadOrder::Edges::kCreation);
  std::vector<LockedPair> pairs;
  std::unordered_set<std::uint64_t> known;
  const auto require = [&](const LockAction& p, const LockAction& q) {
    const SyncPair pair{p.site, q.site};
    if (known.insert(pair.key()).second) pairs.push_back({pair, p.lock});
  };
  for (const LockAction& p : model.actions())
    if (const LockAction* const q = model.next(p)) require(p, *q);  // AC1
  const DistinctActions distinct(model, estimate);
  for (const auto& [lock, actions] : distinct.by_lock())
    for (const LockAction* p : actions)
      for (const LockAction* q : actions) {
        if (p->thread == q->thread || known.contains(SyncPair{p->site, q->site}.key())) continue;
        if (is_accepted(model, *p, *q) && (!sharp || can_be_neighbours(model, *p, *q))) require(*p, *q);
      }
  return pairs;
}

}  // namespace heddle
