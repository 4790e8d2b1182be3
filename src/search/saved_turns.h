// A schedule that was saved as a plan of turns, which an execution follows as far as it goes, even where the
// program is another one by now (strategies/follow_turns.h).
#pragma once

#include <string>
#include <vector>

#include "event/schedule.h"
#include "event/schedule_file.h"
#include "search/messages.h"
#include "strategies/follow_turns.h"

namespace heddle {

// `threads` are names by ThreadId. At the end everybody goes on as far as possible, who came last first.
std::vector<Turn> saved_turns(const Schedule& schedule, const std::vector<std::string>& threads);

// Replays these turns instead of a schedule. An execution may become longer than it was, but not by much.
void follow_turns(ReplayRequest& request, std::vector<Turn> turns, const Schedule& schedule);

}  // namespace heddle
