// A schedule file on its way back to a running program, for every verb that takes one.
#pragma once

#include <string>
#include <vector>

#include "event/result.h"
#include "event/schedule_file.h"
#include "host/explorer_process.h"
#include "search/messages.h"

namespace heddle::sessions {

// Where to find what a schedule file is about.
struct SavedScheduleArguments {
  std::string file;     // or the schedule itself, in a line (event/schedule_line.h)
  std::string program;  // where it is not at its recorded place; otherwise empty
  bool force = false;   // go on even though the program was built again
  // The program and its arguments, which a line does not have; empty: as recorded.
  std::vector<std::string> words = {};
};

struct SavedSchedule {
  ScheduleFile file;
  host::LaunchOptions launch;
};

// What the schedule of a program that runs here says of where that was: where the program is told by a path
// from here, as seen from the schedule, so that both can be taken elsewhere together; otherwise as it is.
std::string folder_to_record(const std::string& program, const std::string& schedule_folder);

// The error is wrong use.
Result<ScheduleFile> read_schedule(const std::string& path);
// The file, checked against the program that is there now.
Result<SavedSchedule> open_schedule(const SavedScheduleArguments& arguments, ScheduleFile file);

ExecutionOptions execution_options(const ScheduleFile& file);
ReplayRequest replay_request_of(const ScheduleFile& file, const ModuleTable& modules);

}  // namespace heddle::sessions
