#include "analysis/lock_order.h"

#include "event/interruption.h"

namespace heddle {

namespace {

constexpr std::uint64_t kShared = hash_text("shared");

// Of every lock that is taken while others are held: one mix, for that is most of the work.
std::uint64_t hash_of(const TakenLock& lock) {
  return mix((std::uint64_t{lock.lock} << 32 | lock.site) ^ (lock.shared ? kShared : 0));
}

std::string name_of(ThreadId thread, const std::vector<std::string>& names) {
  return thread < names.size() ? names[thread] : "thread " + std::to_string(thread);
}

}  // namespace

std::uint64_t LockCycle::signature() const {
  std::vector<SiteId> sites;
  for (const Member& member : members) sites.push_back(member.site);
  return deadlock_signature(std::move(sites));
}

bool LockOrder::add(const Execution& execution) {
  const std::size_t dependencies = known_.size(), cycles = cycles_.size();
  const std::uint64_t left_out = left_out_;
  look_at(execution);
  return known_.size() != dependencies || cycles_.size() != cycles || left_out_ != left_out;
}

void LockOrder::look_at(const Execution& execution) {
  ThreadOrder order(ThreadOrder::Edges::kLasting);
  is_cut_off_ = false;
  collect(execution, order);
  if (is_cut_off_ || (!dependencies_.empty() && cycles_.size() >= kMostCycles)) ++left_out_;
  if (dependencies_.empty() || cycles_.size() >= kMostCycles) return;
  if (orders_.size() >= kMostOrders) orders_.clear();
  if (!orders_.insert(all_).second) return;
  find_lock_cycles(dependencies_, order, {},
                   [&](const LockDependencyCycle& cycle) { add_cycle(cycle, execution); });
}

void LockOrder::collect(const Execution& execution, ThreadOrder& order) {
  ++executions_;
  all_ = 0;
  taken_.begin();
  names_ = {};
  dependencies_.clear();
  std::size_t index = 0;
  for (const Event& event : execution.events) {
    if (is_analysis_over(index++)) break;
    if (is_lock_action(event)) {
      if (waits_for_lock(event.kind) && !taken_.of(event.thread).empty()) note(event, order.add(event));
      taken_.add(event);
    } else if (event.kind == OperationKind::kUnlock) {
      taken_.add(event);
    } else if (order.concerns(event.kind)) {
      order.add(event);
      names_.look_for_creation(event);
    }
  }
}

void LockOrder::note(const Event& event, Segment segment) {
  const bool shared = is_shared_acquisition(event.kind);
  std::uint64_t hash =
      combine(names_.of(event.thread), hash_of(TakenLock{event.location, event.site, shared}));
  bool holds_another = false;
  for (const TakenLock& each : taken_.of(event.thread)) {
    if (each.lock == event.location) continue;
    hash = combine(hash, hash_of(each));
    holds_another = true;
  }
  if (!holds_another) return;
  std::uint32_t place = index_.find(hash, [&](std::uint32_t each) { return known_[each].hash == hash; });
  if (place == DenseIndex::kAbsent) {
    if (known_.size() >= kMostDependencies) {
      is_cut_off_ = true;
      return;
    }
    place = static_cast<std::uint32_t>(known_.size());
    known_.push_back({hash});
    index_.append([&](std::uint32_t each) { return known_[each].hash; });
  }
  Known& known = known_[place];
  if (known.execution != executions_) {
    known.execution = executions_;
    known.place = dependencies_.size();
    dependencies_.push_back({event.thread, event.location, event.site, shared, {}, {}});
    for (const TakenLock& each : taken_.of(event.thread))
      if (each.lock != event.location) dependencies_.back().held.push_back(each);
  }
  std::vector<Segment>& segments = dependencies_[known.place].segments;
  if (!segments.empty() && segments.back() == segment) return;
  segments.push_back(segment);
  all_ += combine(hash, segment);
}

void LockOrder::add_cycle(const LockDependencyCycle& cycle, const Execution& execution) {
  if (cycles_.size() >= kMostCycles) return;
  LockCycle result;
  result.execution = execution.number;
  std::uint64_t same = 0, alike = 0;  // sums: where a cycle begins makes no difference
  const LockDependency* before = cycle.back();
  for (const LockDependency* const each : cycle) {
    const TakenLock& held = *blocking_lock(*each, before->lock, before->shared);
    result.members.push_back({name_of(each->thread, execution.threads), each->lock, each->site, each->shared,
                              held.site, held.shared});
    const std::uint64_t sites = combine(mix(each->site), held.site);
    alike += sites;
    same += combine(combine(sites, mix(each->lock)), held.lock);
    before = each;
  }
  if (!known_cycles_.insert(same).second || ++alike_[alike] > kMostAlike) return;
  cycles_.push_back(std::move(result));
}

}  // namespace heddle
