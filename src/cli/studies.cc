#include "cli/studies.h"

#include "cli/tool_paths.h"

namespace heddle::cli {

const char* const kGoesOn =
    "Every finished search is kept in cells.csv in the output folder. The same command goes on where it was "
    "ended,\n"
    "and does nothing again that is there already.\n\n"
    "Exit status: 0 done, 2 wrong use, 3 a program could not be controlled, 130 interrupted.\n\n";

Result<study::Laboratory> laboratory() {
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  study::Laboratory result;
  result.runtime_library = paths->runtime_library();
  return result;
}

int refuse_programs() {
  return complain(kWrongUse, "this study has programs of its own; choose among them with --only");
}

Error nothing_in(const std::string& folder) {
  return Error{"there are no subjects in '" + folder +
               "'; build them with 'make', or name their folder with --subjects"};
}

Error unknown_subject(const std::string& name, const std::vector<std::string>& known) {
  return Error{"there is no subject '" + name + "'; there are: " + report::listed(known)};
}

}  // namespace heddle::cli
