// What a failure that has been shrunk comes down to: for each preemption the operation that was delayed by
// it, and the one of another thread that came first because of that.
#pragma once

#include <functional>
#include <vector>

#include "event/failure.h"
#include "event/operation.h"
#include "search/shrink.h"

namespace heddle {

// `before` happened before `after`. The other way round, the failure would not have been.
struct DecisivePair {
  PerformedOperation before;
  PerformedOperation after;
};

struct Essence {
  std::vector<DecisivePair> pairs;
  std::vector<ThreadId> order;  // of the threads' first turns, main left out
};

// `operations`: those of the execution. A preemption is tried later and later, and the first operation that
// must not happen before it is the one that was delayed.
Essence essence_of(const FailedExecution& execution, const std::vector<PerformedOperation>& operations,
                   const Failure& failure, const Reexecute& reexecute, const Perform& trace,
                   const std::function<bool()>& stop);

}  // namespace heddle
