// heddle doctor: what works on this machine.
#include <cstdio>

#include "cli/command.h"
#include "host/doctor.h"
#include "report/text/doctor_text.h"
#include "sessions/terminal.h"
#include "sessions/tool_paths.h"

namespace heddle::cli {

Verb add_doctor(CLI::App& application) {
  CLI::App* app =
      application.add_subcommand("doctor", "Check what works on this machine, and say how to mend the rest");
  app->footer(
      "Compiles and runs a small program with each compiler that it finds.\n"
      "Exit status: 0 programs can be controlled, 3 they cannot.\n\n"
      "Example:\n  heddle doctor");
  return {app, [] {
            const ToolPaths paths = find_tool_paths();
            const std::string library = paths.library_folder.empty() ? "" : paths.runtime_library();
            const host::DoctorFacts facts = host::examine_machine({paths.tool, library});
            std::fputs(report::doctor_text(facts, output_style()).c_str(), stdout);
            return static_cast<int>(host::can_control(facts) ? kSuccess : kNotControlled);
          }};
}

}  // namespace heddle::cli
