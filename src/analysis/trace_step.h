// An execution as one line of steps.
#pragma once

#include <vector>

#include "event/schedule.h"

namespace heddle {

struct TraceStep {
  ThreadId thread = kNoThread;
  StepKind what;
};

// The synchronisation of an execution, as far as it was recorded.
inline std::vector<TraceStep> sync_steps(const Schedule& schedule, const StepRecord& record) {
  std::vector<TraceStep> trace;
  std::size_t step = 0;
  for (const Run& run : schedule)
    for (std::uint32_t i = 0; i < run.steps && step < record.steps.size(); ++i, ++step) {
      const StepKind& what = record.kinds[record.steps[step]];
      if (!is_plain_access(what.kind)) trace.push_back({run.thread, what});
    }
  return trace;
}

}  // namespace heddle
