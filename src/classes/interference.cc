#include "classes/interference.h"

#include <algorithm>

#include "classes/atomicity_coverage.h"

namespace heddle::classes {

namespace {

// Locks whose names could not be told count as one.
bool share_a_lock(const FieldAccess& a, const FieldAccess& b) {
  return std::ranges::any_of(a.held, [&](const HeldLock& one) {
    return std::ranges::any_of(b.held, [&](const HeldLock& other) {
      return one.lock == other.lock &&
             (one.mode == LockMode::kExclusive || other.mode == LockMode::kExclusive);
    });
  });
}

bool is_one_critical_section(const FieldAccess& a, const FieldAccess& b) {
  return std::ranges::any_of(a.held, [&](const HeldLock& one) {
    return std::ranges::any_of(b.held, [&](const HeldLock& other) {
      return one.lock == other.lock && one.critical_section == other.critical_section;
    });
  });
}

bool race(const Method& m1, const Method& m2) {
  for (const FieldAccess& a : m1.accesses)
    for (const FieldAccess& b : m2.accesses)
      if (a.field == b.field && (a.type == AccessType::kWrite || b.type == AccessType::kWrite) &&
          !share_a_lock(a, b))
        return true;
  return false;
}

bool can_be_broken_by(const Method& interrupted, const Method& other) {
  const std::vector<FieldAccess>& mine = interrupted.accesses;
  for (std::size_t first = 0; first < mine.size(); ++first)
    for (std::size_t second = first + 1; second < mine.size(); ++second) {
      if (mine[first].field != mine[second].field || is_one_critical_section(mine[first], mine[second]))
        continue;
      for (const FieldAccess& between : other.accesses)
        if (between.field == mine[first].field &&
            is_unserializable(mine[first].type, between.type, mine[second].type))
          return true;
    }
  return false;
}

}  // namespace

bool may_interfere(const Method& m1, const Method& m2) {
  return race(m1, m2) || can_be_broken_by(m1, m2) || can_be_broken_by(m2, m1);
}

}  // namespace heddle::classes
