// The depth of a bug that was found: with how few changes of priority it can be made to happen again.
#pragma once

#include <functional>
#include <optional>
#include <span>

#include "analysis/trace_step.h"
#include "event/random.h"
#include "strategies/plan.h"

namespace heddle {

// Whether an execution by this plan ends in the same bug.
using Reproduces = std::function<bool(const Plan&)>;

// The fewest changes of priority that were found to suffice, plus one, as PCT counts depths: at most this,
// because not everything can be tried. Nothing when the bug does not follow from the order of synchronisation
// alone, or when `stop` came too early. `suspects` are the threads in which changes are looked for.
std::optional<unsigned> bug_depth(std::span<const TraceStep> trace, std::span<const ThreadId> suspects,
                                  const Reproduces& reproduces, const std::function<bool()>& stop);

}  // namespace heddle
