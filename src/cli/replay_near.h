// heddle replay --near: a saved schedule in a program that was changed since.
#pragma once

#include <cstdint>
#include <string>

#include "event/schedule_file.h"
#include "sessions/saved_schedule.h"

namespace heddle::cli {

struct NearArguments {
  std::uint64_t executions = 100;
  std::uint64_t seed = 1;
  std::string out;  // where the schedule goes by which the bug is still there; empty: beside the old one
};

// Prints the verdict, and tells the exit status.
int replay_near(const sessions::SavedScheduleArguments& saved, ScheduleFile file, const NearArguments& near);

}  // namespace heddle::cli
