// Pairs of methods that two threads may call at once, and which of them to try first: "Efficient Test Case
// Generation for Thread-Safe Classes" (BC-ConTest), II.C, Algorithm 1, as read in
// docs/decisions/0019-reading-the-class-papers.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "classes/access_tree.h"
#include "classes/class_model.h"

namespace heddle::classes {

// Two methods by their numbers in the model; the first is not the larger one.
struct MethodPair {
  std::size_t first = 0;
  std::size_t second = 0;

  friend bool operator==(const MethodPair&, const MethodPair&) = default;
};

// Equation (7): C(n, 2) + n, where constructors are no methods.
std::vector<MethodPair> initial_method_pairs(const ClassModel& model);

// Neither can run while the other does: both bodies lie wholly under the same lock of the shared object, and
// nothing leads out of it, to another instance, a callback or what could not be seen.
bool exclude_each_other(const Method& m1, const Method& m2);

// Why a pair has high priority.
struct Conflict {
  enum class Kind : std::uint8_t {
    kWriteWrite,               // both write the field, under no common lock
    kWriteRead,                // one writes it and the other reads it, under no common lock
    kSeveralCriticalSections,  // ours: every access is protected, but one method lets go of its lock in
                               // between
    kLockOrder,                // ours: one may take locks in the opposite order of the other
  };
  Kind kind = Kind::kWriteWrite;
  // kSeveralCriticalSections: the first that the other method may change or look at in between. kLockOrder:
  // the lock that the first method holds when it takes another one.
  std::string field;
  ProtectLocks mpl_1;
  ProtectLocks mpl_2;
};

struct GroupedPair {
  MethodPair pair;
  std::vector<Conflict> conflicts;  // one for each field; none: low priority
  bool is_likely = false;           // ours, of high priority: the locks' order, or the two may interfere
};

struct MethodPairGroups {
  std::vector<GroupedPair> high_priority;
  std::vector<GroupedPair> low_priority;
  std::vector<MethodPair> removed;
};

struct GroupingOptions {
  // Both false: Algorithm 1 alone.
  bool several_critical_sections = true;
  bool lock_order = true;
};

MethodPairGroups group_method_pairs(const ClassModel& model, const GroupingOptions& options = {});

}  // namespace heddle::classes
