#include "classes/method_pairs.h"

#include <algorithm>
#include <optional>
#include <set>

#include "classes/interference.h"

namespace heddle::classes {

namespace {

std::set<std::string> accessed_fields(const Method& method) {
  std::set<std::string> fields;
  for (const FieldAccess& access : method.accesses) fields.insert(access.field);
  return fields;
}

std::vector<std::string> same_fields(const Method& m1, const Method& m2) {
  const std::set<std::string> accessed_1 = accessed_fields(m1), accessed_2 = accessed_fields(m2);
  std::vector<std::string> same;
  std::ranges::set_intersection(accessed_1, accessed_2, std::back_inserter(same));
  return same;
}

bool only_reads(const AccessTree& tree) {
  return !tree.has(AccessType::kWrite);
}

bool is_closed(const Method& method) {
  return !method.takes_another_instance && !method.takes_callback && method.not_seen.empty();
}

// Lines 15 to 29 for one common field.
std::optional<Conflict> unprotected(const std::string& field, const AccessTree& tree_1,
                                    const AccessTree& tree_2) {
  if (only_reads(tree_1) && only_reads(tree_2)) return std::nullopt;
  Conflict conflict{Conflict::Kind::kWriteRead, field, {}, {}};
  if (only_reads(tree_1)) {
    conflict.mpl_1 = maximum_protect_lock(tree_1, Counted::kReads);
    conflict.mpl_2 = maximum_protect_lock(tree_2, Counted::kWrites);
  } else if (only_reads(tree_2)) {
    conflict.mpl_1 = maximum_protect_lock(tree_1, Counted::kWrites);
    conflict.mpl_2 = maximum_protect_lock(tree_2, Counted::kReads);
  } else {
    conflict.kind = Conflict::Kind::kWriteWrite;
    conflict.mpl_1 = maximum_protect_lock(tree_1, Counted::kAll);
    conflict.mpl_2 = maximum_protect_lock(tree_2, Counted::kAll);
  }
  if (!intersection(conflict.mpl_1, conflict.mpl_2).empty()) return std::nullopt;
  return conflict;
}

// Whether two threads may mean the same lock: one's own lock is the other's lock of another instance when
// they call each other's objects.
bool may_be_same(const HeldLock& a, const HeldLock& b) {
  return a.lock == b.lock && (a.owner == LockOwner::kEverybody) == (b.owner == LockOwner::kEverybody);
}

const NestedLocks* opposite_order(const Method& m1, const Method& m2) {
  for (const NestedLocks& a : m1.nested_locks)
    for (const NestedLocks& b : m2.nested_locks)
      if (may_be_same(a.outer, b.inner) && may_be_same(a.inner, b.outer)) return &a;
  return nullptr;
}

std::vector<Conflict> conflicts_of(const Method& m1, const Method& m2, const GroupingOptions& options) {
  std::vector<Conflict> conflicts;
  std::optional<std::string> written;  // a common field that is not only read
  for (const std::string& field : same_fields(m1, m2)) {
    const AccessTree tree_1 = access_tree(m1, field), tree_2 = access_tree(m2, field);
    if (auto conflict = unprotected(field, tree_1, tree_2)) conflicts.push_back(std::move(*conflict));
    if (!written && !(only_reads(tree_1) && only_reads(tree_2))) written = field;
  }
  const bool is_split = m1.critical_sections > 1 || m2.critical_sections > 1;
  if (options.several_critical_sections && is_split && written && conflicts.empty())
    conflicts.push_back({Conflict::Kind::kSeveralCriticalSections, *written, {}, {}});
  const NestedLocks* opposite = options.lock_order ? opposite_order(m1, m2) : nullptr;
  if (opposite != nullptr) conflicts.push_back({Conflict::Kind::kLockOrder, opposite->outer.lock, {}, {}});
  return conflicts;
}

bool is_likely(const Method& m1, const Method& m2, const std::vector<Conflict>& conflicts) {
  if (conflicts.empty()) return false;
  return std::ranges::find(conflicts, Conflict::Kind::kLockOrder, &Conflict::kind) != conflicts.end() ||
         may_interfere(m1, m2);
}

}  // namespace

std::vector<MethodPair> initial_method_pairs(const ClassModel& model) {
  std::vector<MethodPair> pairs;
  for (std::size_t first = 0; first < model.methods.size(); ++first)
    for (std::size_t second = first; second < model.methods.size(); ++second)
      if (!model.methods[first].is_constructor && !model.methods[second].is_constructor)
        pairs.push_back({first, second});
  return pairs;
}

bool exclude_each_other(const Method& m1, const Method& m2) {
  if (!m1.whole_body_lock || !m2.whole_body_lock || !is_closed(m1) || !is_closed(m2)) return false;
  const HeldLock& lock_1 = *m1.whole_body_lock;
  const HeldLock& lock_2 = *m2.whole_body_lock;
  const bool is_same = !lock_1.lock.empty() && lock_1.lock == lock_2.lock &&
                       lock_1.owner == LockOwner::kObject && lock_2.owner == LockOwner::kObject;
  return is_same && (lock_1.mode == LockMode::kExclusive || lock_2.mode == LockMode::kExclusive);
}

MethodPairGroups group_method_pairs(const ClassModel& model, const GroupingOptions& options) {
  MethodPairGroups groups;
  for (const MethodPair& pair : initial_method_pairs(model)) {
    const Method& m1 = model.methods[pair.first];
    const Method& m2 = model.methods[pair.second];
    if (exclude_each_other(m1, m2)) {
      groups.removed.push_back(pair);
      continue;
    }
    GroupedPair grouped{pair, conflicts_of(m1, m2, options)};
    grouped.is_likely = is_likely(m1, m2, grouped.conflicts);
    (grouped.conflicts.empty() ? groups.low_priority : groups.high_priority).push_back(std::move(grouped));
  }
  return groups;
}

}  // namespace heddle::classes
