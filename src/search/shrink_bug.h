// Makes the schedule of a bug as short as possible (search/shrink.h), by executions of a replayer.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "search/bug.h"
#include "search/replayer.h"

namespace heddle {

struct ShrinkLimits {
  std::uint64_t executions = 500;
  std::chrono::steady_clock::time_point end;  // an execution that has begun is waited for
};

// `watch` is told how many executions there were, and says whether to stop. The bug's report, record and
// output become those of the shorter schedule, which has failed again by then; otherwise it stays as it is. A
// bug that is not stable, and a livelock, are left alone.
void shrink_bug(Bug& bug, Replayer& replayer, const ExecutionOptions& options, const ShrinkLimits& limits,
                const std::function<bool(std::uint64_t)>& watch);

// Why it is not even tried; empty: it can be.
std::string why_not_shrunk(const Bug& bug);

}  // namespace heddle
