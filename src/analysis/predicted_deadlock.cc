#include "analysis/predicted_deadlock.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "analysis/lock_order.h"

namespace heddle {

namespace {

PredictedDeadlock named(const LockCycle& cycle, const LocationTable& locations) {
  const auto name = [&](LocationId lock) { return lock <= locations.size() ? locations[lock] : Location{}; };
  PredictedDeadlock result;
  result.execution = cycle.execution;
  const LockCycle::Member* before = &cycle.members.back();
  for (const LockCycle::Member& each : cycle.members) {
    result.members.push_back({each.thread, name(each.lock), each.site, each.shared, name(before->lock),
                              each.held_site, each.held_shared});
    before = &each;
  }
  return result;
}

std::uint64_t kind_of(const Location& lock) {
  return lock.is_allocated() ? combine(mix(lock.allocation_site), lock.offset) : lock.key();
}

// The same for cycles that a person would call the same.
std::uint64_t likeness(const PredictedDeadlock& deadlock) {
  std::uint64_t sum = 0;
  for (const PredictedDeadlock::Member& each : deadlock.members)
    sum += combine(combine(mix(kind_of(each.lock)), kind_of(each.held_lock)),
                   combine(mix(each.site), each.held_site));
  return sum;
}

}  // namespace

std::uint64_t PredictedDeadlock::signature() const {
  std::vector<SiteId> sites;
  for (const Member& member : members) sites.push_back(member.site);
  return deadlock_signature(std::move(sites));
}

std::vector<PredictedDeadlock> predicted_deadlocks(const LockOrder& order, const LocationTable& locations) {
  std::vector<PredictedDeadlock> result;
  std::unordered_set<std::uint64_t> known;
  std::size_t longest = 0;
  for (const LockCycle& cycle : order.cycles()) longest = std::max(longest, cycle.members.size());
  for (std::size_t length = 2; length <= longest; ++length)
    for (const LockCycle& cycle : order.cycles()) {
      if (cycle.members.size() != length) continue;
      PredictedDeadlock deadlock = named(cycle, locations);
      if (known.insert(likeness(deadlock)).second) result.push_back(std::move(deadlock));
    }
  return result;
}

void put(Writer& writer, const std::vector<PredictedDeadlock>& deadlocks) {
  writer.put(static_cast<std::uint64_t>(deadlocks.size()));
  for (const PredictedDeadlock& deadlock : deadlocks) {
    writer.put(deadlock.execution);
    writer.put(static_cast<std::uint64_t>(deadlock.members.size()));
    for (const PredictedDeadlock::Member& member : deadlock.members) {
      writer.put(member.thread);
      writer.put(member.lock);
      writer.put(member.site);
      writer.put(member.shared);
      writer.put(member.held_lock);
      writer.put(member.held_site);
      writer.put(member.held_shared);
    }
  }
}

void get(Reader& reader, std::vector<PredictedDeadlock>& deadlocks) {
  deadlocks.resize(reader.count(2 * sizeof(std::uint64_t)));
  for (PredictedDeadlock& deadlock : deadlocks) {
    reader.get(deadlock.execution);
    deadlock.members.resize(reader.count(2 * sizeof(Location)));
    for (PredictedDeadlock::Member& member : deadlock.members) {
      reader.get(member.thread);
      reader.get(member.lock);
      reader.get(member.site);
      reader.get(member.shared);
      reader.get(member.held_lock);
      reader.get(member.held_site);
      reader.get(member.held_shared);
    }
  }
}

}  // namespace heddle
