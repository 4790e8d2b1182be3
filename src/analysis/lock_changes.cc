#include "analysis/lock_changes.h"

#include <algorithm>

#include "analysis/held_locks.h"

namespace heddle {

namespace {

class LockChanges {
 public:
  LockChanges(std::span<const Event> events, std::span<const std::vector<LocationId>> held_at_end)
      : held_at_end_(held_at_end), waits_(events) {
    for (std::uint32_t i = 0; i < events.size(); ++i) add(events[i], i);
  }

  std::vector<LockChange> take() { return std::move(changes_); }

 private:
  void add(const Event& event, std::uint32_t index) {
    if (is_lock_action(event)) {
      const bool shared = is_shared_acquisition(event.kind);
      at(event.thread).push_back({event.location, shared, index});
      changes_.push_back({index, event.thread, event.location,
                          shared ? LockChangeKind::kTakenShared : LockChangeKind::kTaken});
    } else if (event.kind == OperationKind::kUnlock && event.detail == 0) {
      give_up(event.thread, event.location, index);
    } else if (event.kind == OperationKind::kWait) {
      const auto retaken = waits_.retaken(index);
      const LocationId lock = retaken ? retaken->mutex : waited_with(event.thread);
      if (lock != kNoLocation) give_up(event.thread, lock, index);
    }
  }

  LockSet& at(ThreadId thread) {
    if (thread >= held_.size()) held_.resize(thread + std::size_t{1});
    return held_[thread];
  }

  void give_up(ThreadId thread, LocationId lock, std::uint32_t index) {
    LockSet& held = at(thread);
    for (std::size_t i = held.size(); i-- > 0;) {
      if (held[i].lock != lock) continue;
      changes_.push_back(
          {index, thread, lock, held[i].shared ? LockChangeKind::kGivenUpShared : LockChangeKind::kGivenUp});
      held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

  // Of a wait that never ended.
  LocationId waited_with(ThreadId thread) {
    LocationId found = kNoLocation;
    for (const Guard& guard : at(thread)) {
      if (guard.shared || is_held_at_end(thread, guard.lock)) continue;
      if (found != kNoLocation) return kNoLocation;
      found = guard.lock;
    }
    return found;
  }

  bool is_held_at_end(ThreadId thread, LocationId lock) const {
    if (thread >= held_at_end_.size()) return false;
    const std::vector<LocationId>& held = held_at_end_[thread];
    return std::find(held.begin(), held.end(), lock) != held.end();
  }

  std::span<const std::vector<LocationId>> held_at_end_;
  ConditionWaits waits_;
  std::vector<LockSet> held_;  // by ThreadId
  std::vector<LockChange> changes_;
};

}  // namespace

std::vector<LockChange> lock_changes(std::span<const Event> events,
                                     std::span<const std::vector<LocationId>> held_at_end) {
  return LockChanges(events, held_at_end).take();
}

}  // namespace heddle
