#include "analysis/thread_model.h"

#include "event/interruption.h"

namespace heddle {

ThreadModel::ThreadModel(std::span<const Event> events, ThreadOrder::Edges edges) : order_(edges) {
  HeldLocks locks(events);
  std::size_t index = 0;
  for (const Event& event : events) {
    if (is_analysis_over(index++)) return;
    const Segment segment = order_.add(event);
    if (is_lock_action(event)) add(event, segment, locks.of(event.thread));
    const std::uint32_t acquisition = locks.add(event);
    if (event.kind == OperationKind::kUnlock && acquisition != HeldLocks::kNone)
      actions_[acquisition].unlock_site = event.site;
  }
}

void ThreadModel::add(const Event& event, Segment segment, const LockSet& held) {
  const auto place = static_cast<std::uint32_t>(actions_.size());
  LockAction action;
  action.thread = event.thread;
  action.site = event.site;
  action.lock = event.location;
  action.segment = segment;
  action.lockset = held;
  if (event.thread >= last_.size()) last_.resize(event.thread + 1u);
  std::vector<std::uint32_t>& last = last_[event.thread];
  if (event.location >= last.size()) last.resize(event.location + 16u);
  if (last[event.location] != 0) {
    action.previous = last[event.location] - 1;
    LockAction& previous = actions_[action.previous];
    previous.next = place;
    previous.to_next = action.from_previous = held_throughout(previous.lockset, action.lockset);
  }
  last[event.location] = place + 1;
  actions_.push_back(std::move(action));
}

}  // namespace heddle
