#include "analysis/thread_model.h"

#include <algorithm>

namespace heddle {

namespace {

// Gives the acquisition, or LockAction::kNone.
std::uint32_t release(LockSet& held, LocationId lock) {
  for (std::size_t i = held.size(); i-- > 0;) {
    if (held[i].lock != lock) continue;
    const std::uint32_t acquisition = held[i].acquisition;
    held.erase(held.begin() + static_cast<std::ptrdiff_t>(i));
    return acquisition;
  }
  return LockAction::kNone;
}

// Held at both ends, and not given up in between.
LockSet held_throughout(const LockSet& before, const LockSet& after) {
  LockSet both;
  for (const Guard& each : before)
    if (std::find(after.begin(), after.end(), each) != after.end()) both.push_back(each);
  return both;
}

}  // namespace

std::unordered_map<std::size_t, LocationId> mutexes_given_up(std::span<const Event> events) {
  std::unordered_map<std::size_t, LocationId> mutexes;
  std::unordered_map<ThreadId, std::size_t> waits;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i].kind == OperationKind::kWait) waits[events[i].thread] = i;
    if (events[i].kind != OperationKind::kRelock) continue;
    if (const auto wait = waits.find(events[i].thread); wait != waits.end())
      mutexes[wait->second] = events[i].location;
  }
  return mutexes;
}

bool are_disjoint(const LockSet& one, const LockSet& other) {
  for (const Guard& mine : one)
    for (const Guard& theirs : other)
      if (mine.lock == theirs.lock && !(mine.shared && theirs.shared)) return false;
  return true;
}

ThreadModel::ThreadModel(std::span<const Event> events, ThreadOrder::Edges edges) : order_(edges) {
  const std::unordered_map<std::size_t, LocationId> waits = mutexes_given_up(events);
  std::vector<LockSet> held;  // by ThreadId
  for (std::size_t i = 0; i < events.size(); ++i) {
    const Event& event = events[i];
    const Segment segment = order_.add(event);
    if (event.thread >= held.size()) {
      held.resize(event.thread + 1u);
      last_.resize(event.thread + 1u);
    }
    if (is_lock_action(event))
      add(event, segment, held[event.thread]);
    else if (event.kind == OperationKind::kUnlock && event.detail == 0)
      add_unlock(event, held[event.thread]);
    else if (event.kind == OperationKind::kWait)
      if (const auto wait = waits.find(i); wait != waits.end()) release(held[event.thread], wait->second);
  }
}

void ThreadModel::add_unlock(const Event& event, LockSet& held) {
  const std::uint32_t acquisition = release(held, event.location);
  if (acquisition != LockAction::kNone) actions_[acquisition].unlock_site = event.site;
}

void ThreadModel::add(const Event& event, Segment segment, LockSet& held) {
  const auto place = static_cast<std::uint32_t>(actions_.size());
  LockAction action;
  action.thread = event.thread;
  action.site = event.site;
  action.lock = event.location;
  action.segment = segment;
  action.lockset = held;
  std::vector<std::uint32_t>& last = last_[event.thread];
  if (event.location >= last.size()) last.resize(event.location + 16u);
  if (last[event.location] != 0) {
    action.previous = last[event.location] - 1;
    LockAction& previous = actions_[action.previous];
    previous.next = place;
    previous.to_next = action.from_previous = held_throughout(previous.lockset, action.lockset);
  }
  last[event.location] = place + 1;
  held.push_back({event.location, is_shared_acquisition(event.kind), place});
  actions_.push_back(std::move(action));
}

}  // namespace heddle
