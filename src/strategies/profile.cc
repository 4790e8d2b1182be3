#include "strategies/profile.h"

#include <algorithm>

namespace heddle {

Profile::Node Profile::child(Node parent, std::size_t ordinal) const {
  if (parent == kUnknown || ordinal >= nodes_[parent].children.size()) return kUnknown;
  return nodes_[parent].children[ordinal];
}

Profile::Node Profile::grow_child(Node parent, std::size_t ordinal) {
  while (nodes_[parent].children.size() <= ordinal) {
    nodes_[parent].children.push_back(static_cast<Node>(nodes_.size()));
    nodes_.push_back({.parent = parent, .children = {}, .events = 0});
  }
  return nodes_[parent].children[ordinal];
}

// An execution that failed, or that others were still running in when it ended, tells too little. It is
// better than nothing as long as there is no other. One that is far longer than the first ones was made so by
// the strategy, in which some threads did not get their turn: learning from it would make the next one longer
// still.
bool Profile::add(const Execution& execution) {
  const bool wanted = wants_next();
  const std::uint64_t number = ++executions_;
  if (!wanted || execution.events.empty()) return false;
  const bool whole = execution.is_whole();
  if (!whole && seen_whole_) return false;
  if (whole && !seen_whole_) {
    *this = Profile();
    executions_ = number;
    seen_whole_ = true;
  }
  if (number > kFirstExecutions && usual_length_ != 0 && execution.events.size() > kOutlier * usual_length_)
    return false;
  if (number <= kFirstExecutions || usual_length_ == 0)
    usual_length_ = std::max<std::uint64_t>(usual_length_, execution.events.size());
  if (weight_ >= kMemory) forget_half();
  ++weight_;
  count(execution);
  return true;
}

void Profile::forget_half() {
  weight_ /= 2;
  for (ThreadNode& node : nodes_) node.events /= 2;
  for (std::vector<Share>& shares : shares_)
    for (Share& share : shares) share.events /= 2;
}

void Profile::count(const Execution& execution) {
  struct Seen {
    Node node = kUnknown;
    std::size_t children = 0;
    int locks = 0;
  };
  std::vector<Seen> threads(execution.threads.size());
  threads_ = std::max<std::uint64_t>(threads_, threads.size());
  if (!threads.empty()) threads[kMainThread].node = kMain;
  std::uint64_t of_class[kEventClasses] = {};
  std::uint64_t atomic_reads = 0;
  has_weak_memory_ = has_weak_memory_ || execution.weak_memory;
  for (const Event& event : execution.events) {
    atomic_reads += is_atomic_access(event.kind) && reads(event.kind) ? 1 : 0;
    for (int each = 0; each < kEventClasses; ++each)
      of_class[each] += belongs(event, static_cast<EventClass>(each)) ? 1 : 0;
    if (event.thread >= threads.size() || threads[event.thread].node == kUnknown) continue;
    Seen& seen = threads[event.thread];
    ++nodes_[seen.node].events;
    if (event.kind == OperationKind::kThreadCreate && event.detail < threads.size())
      threads[event.detail].node = grow_child(seen.node, seen.children++);
    if (belongs(event, EventClass::kAcquire) && ++seen.locks > 1) nests_locks_ = true;
    if (is_one_of(event.kind, kinds::kGivingLocksUp)) --seen.locks;
    if (event.location == kNoLocation) continue;
    count_location(event.location, seen.node);
    if (known_sites_.insert(event.site).second) sites_.push_back(event.site);
  }
  atomic_reads_ = std::max(atomic_reads_, atomic_reads);
  for (int each = 0; each < kEventClasses; ++each) events_[each] = std::max(events_[each], of_class[each]);
}

void Profile::count_location(LocationId location, Node node) {
  if (location >= shares_.size()) shares_.resize(location + 64u);
  std::vector<Share>& shares = shares_[location];
  for (Share& share : shares) {
    if (share.node != node) continue;
    ++share.events;
    return;
  }
  shares.push_back({node, 1});
  if (shares.size() == 2) shared_.push_back(location);
}

}  // namespace heddle
