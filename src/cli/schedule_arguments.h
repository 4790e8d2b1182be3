// The options of every verb that takes a schedule file.
#pragma once

#include <CLI/CLI.hpp>

#include "sessions/saved_schedule.h"

namespace heddle::cli {

// FILE, --program and --force.
void add_schedule_options(CLI::App& app, sessions::SavedScheduleArguments& arguments);

}  // namespace heddle::cli
