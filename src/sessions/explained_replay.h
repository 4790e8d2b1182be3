// A saved schedule executed again with everything recorded that can be shown of it.
#pragma once

#include <memory>

#include "event/result.h"
#include "host/explorer_process.h"
#include "sessions/saved_schedule.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

struct ExplainedReplay {
  std::unique_ptr<host::ExplorerProcess> explorer;  // knows the modules that the trace points into
  Replayed replayed;
};

// The error is wrong use: of schedules of heddle::explore nothing can be shown.
Result<SavedSchedule> open_for_explaining(const SavedScheduleArguments& arguments);

// The error says why it cannot be done, or that it does not fail any more as recorded.
Result<ExplainedReplay> explained_replay(const SavedSchedule& saved, symbols::Symbolizer& symbolizer);

}  // namespace heddle::sessions
