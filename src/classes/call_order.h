// Which calls of a history must come before which when they are put in a row.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "classes/history.h"

namespace heddle::classes {

enum class CallOrder : std::uint8_t {
  // Linearizability: what returned before another was invoked comes before it; under the C++ memory model,
  // where threads have no common time, what happens before it.
  kRealTime,
  kQuiescent,  // quiescent consistency: only if at some time in between no call was running
  kProgram,    // the order of each thread alone, as in ConTeGe's linearizations
};

// Whether its calls are ordered by what they know of each other, and not by time.
bool is_ordered_by_happens_before(const History& history);

// For each call, those that must come before it.
std::vector<std::vector<std::size_t>> predecessors(const History& history, CallOrder order);

}  // namespace heddle::classes
