#include "cli/schedule_arguments.h"

namespace heddle::cli {

void add_schedule_options(CLI::App& app, sessions::SavedScheduleArguments& arguments) {
  app.add_option("FILE", arguments.file, "a schedule file, such as heddle-out/bug-1.schedule; or 'h2:...', a schedule in a line")->required();
  app.add_option("--program", arguments.program, "the program, if it is no longer at its recorded place");
  app.add_flag("--force", arguments.force, "continue even if the program was rebuilt");
}

}  // namespace heddle::cli
