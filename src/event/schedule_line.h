// A schedule as one line, for chats, commit messages and regression tests: "h2:" and letters that no shell
// and no mail program changes. It has what a replay needs but the program and its arguments, and leaves out
// what only checks the replay (which operation each step was). docs/replay.md describes it.
#pragma once

#include <string>
#include <string_view>

#include "event/result.h"
#include "event/schedule_file.h"

namespace heddle {

bool is_schedule_line(std::string_view text);

// Empty: there is no schedule to tell.
std::string print_line(const ScheduleFile& file);

// Without program, folder and arguments; of the build id the beginning is known.
Result<ScheduleFile> parse_schedule_line(std::string_view text);

// The beginning of a build id that a line keeps.
std::string_view short_build_id(std::string_view build_id);

}  // namespace heddle
