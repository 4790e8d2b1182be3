// One execution again, in a fresh process.
#pragma once

#include <cstddef>

#include "event/failure.h"
#include "event/schedule_file.h"
#include "search/messages.h"

namespace heddle {

inline constexpr std::size_t kKeptOutput = 1u << 20;
inline constexpr std::uint64_t kRecordedSteps = 1'000'000;

// How an execution of a search is executed again: by the memory model that it had.
ExecutionOptions options_of(const ExecutionFacts& execution, const ExecutionOptions& search);

// The request that replays a schedule with everything recorded that a report needs.
ReplayRequest replay_request(const ExecutionOptions& options, const Schedule& schedule, FailureKind outcome);
// The same, to see whether it fails in the same way.
ReplayRequest replay_request(const ExecutionOptions& options, const Schedule& schedule,
                             const Failure& failure);
// The same, of a schedule that was saved.
ReplayRequest replay_request(const ExecutionOptions& options, const ScheduleFile& file);
// What a replay has to be judged by to fail in that way.
WantedRace wanted_race(const Failure& failure);

// Whether the second execution failed like the first.
bool same_failure(const Failure& first, const Failure& second);

}  // namespace heddle
