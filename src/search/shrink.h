// The same failure with the fewest loads that see an older store, then the fewest context switches, then the
// fewest threads and steps: delta debugging over the turns of a schedule (Zeller and Hildebrandt, 2002),
// where every candidate is executed again. Deadlines that come early are worse than any switch.
//
// What is taken away from a plan of turns is made up for later (strategies/follow_turns.h), so any part of it
// can be left out. An execution that failed in the same way and is better becomes the next plan, with the
// turns that it really had.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "event/operation.h"
#include "search/failed_execution.h"

namespace heddle {

// Runs the program by a plan. Nothing if it did not fail in the same way.
using Reexecute = std::function<std::optional<FailedExecution>(const std::vector<Turn>&)>;

// All operations of an execution by a plan, whether it fails or not.
using Perform = std::function<std::vector<PerformedOperation>(const std::vector<Turn>&)>;

// Who executes several plans at a time is told which ones come next: those that will be asked for, in this
// order, as long as none of them is better than what there is.
struct LookAhead {
  std::size_t plans = 1;  // as many as are told, with the one that is asked for at once
  std::function<void(const std::vector<const std::vector<Turn>*>&)> expect = nullptr;
};

// The same failure by a plan that is close to what was found, or that is simple. For executions in which no
// deadline comes early.
std::optional<FailedExecution> fail_likewise(const FailedExecution& found, const Reexecute& reexecute,
                                             const std::function<bool()>& stop, const LookAhead& ahead = {});

// Never worse than what was found. `stop` is asked before every execution.
FailedExecution shrink(const FailedExecution& found, const Reexecute& reexecute, const Perform& trace,
                       const std::function<bool()>& stop, const LookAhead& ahead = {});

}  // namespace heddle
