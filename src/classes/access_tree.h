// The access tree of one field in one method, and the locks that protect all accesses in it (BC-ConTest
// paper, II.C, Figures 2 to 4, Definitions 1 and 2).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "classes/class_model.h"

namespace heddle::classes {

// The root is the method; inner nodes are critical sections, leaves are accesses.
struct AccessTree {
  struct Node {
    std::optional<HeldLock> lock;       // a critical section
    std::optional<AccessType> access;   // or an access; the root is neither
    std::vector<std::size_t> children;  // in the order of the text
  };
  std::vector<Node> nodes = {Node{}};  // the root comes first

  bool has(AccessType type) const;
};

AccessTree access_tree(const Method& method, std::string_view field);

// A lock that is held at all accesses that count, with the weakest mode in which it is held at any of them.
// Definitions 1 to 3 know exclusive locks alone.
struct ProtectLock {
  std::string lock;
  std::optional<LockMode> reads;   // none: no read counts
  std::optional<LockMode> writes;  // none: no write counts
};
using ProtectLocks = std::vector<ProtectLock>;  // in the order of their names

enum class Counted : std::uint8_t { kAll, kReads, kWrites };

// MPL: equation (1) counts all accesses, equation (2) the reads of the method that only reads, equation (3)
// the writes of the other. Only locks that are the same for two callers of one object are in it.
ProtectLocks maximum_protect_lock(const AccessTree& tree, Counted counted);

// The locks of both that keep every write of one apart from every counted access of the other: two who hold
// a lock in shared mode are not kept apart.
std::vector<std::string> intersection(const ProtectLocks& mpl_1, const ProtectLocks& mpl_2);

}  // namespace heddle::classes
