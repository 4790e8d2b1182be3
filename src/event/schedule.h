// A schedule: which thread performed how many operations before another one went on. All operations count,
// whatever granularity the search used, so a schedule means the same under every granularity.
#pragma once

#include <cstdint>
#include <vector>

#include "event/ids.h"
#include "event/operation.h"

namespace heddle {

struct Run {
  Run() = default;
  constexpr Run(ThreadId of_thread, std::uint32_t so_many, std::uint16_t of_stores = 0)
      : thread(of_thread), store(of_stores), steps(so_many) {}

  ThreadId thread;
  // Which store the last step sees, or where its own store goes: 0 is the newest, and what every other step
  // does (strategies/strategy.h).
  std::uint16_t store;
  std::uint32_t steps;

  friend bool operator==(const Run&, const Run&) = default;
};
static_assert(sizeof(Run) == 8);

using Schedule = std::vector<Run>;

// What a step was, as far as a replay checks it.
struct StepKind {
  OperationKind kind = OperationKind::kNone;
  SiteId site = kNoSite;

  friend bool operator==(const StepKind&, const StepKind&) = default;
};

// The operations of a schedule, each as an index into the few distinct kinds there are. `steps` may be
// shorter than the schedule: what lies beyond is not checked.
struct StepRecord {
  std::vector<StepKind> kinds;
  std::vector<std::uint32_t> steps;

  friend bool operator==(const StepRecord&, const StepRecord&) = default;
};

}  // namespace heddle
