// From the recording of an execution to what strategies and `heddle` are told of it.
#pragma once

#include "runtime/state/recording.h"
#include "search/executor.h"

namespace heddle::runtime {

Recording* map_recording();

// Reads without trusting: a dying program may have written anything.
void read_recording(const Recording& recording, const ExecutionOptions& options, Execution& execution);

// The memory that a long execution needed, before another one begins, without what that begins with.
void give_memory_back(Recording& recording, const RecordingCounters& kept = {});

// Names of threads by ThreadId.
void name_threads(std::span<const ThreadOrigin> origins, std::vector<std::string>& names);
// What an execution wrote about its end. One that cannot be read makes it a lost one.
void read_report(std::span<const std::uint8_t> report, Execution& execution);

inline std::uint64_t bounded(std::uint64_t count, std::size_t limit) {
  return count < limit ? count : limit;
}

// The distinct operations of a recorded execution, at most so many steps of it.
StepRecord record_steps(const Execution& execution, std::uint64_t limit);

}  // namespace heddle::runtime
