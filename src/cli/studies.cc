#include "cli/studies.h"

#include "sessions/tool_paths.h"

namespace heddle::cli {

Result<study::Laboratory> laboratory() {
  const Result<ToolPaths> paths = find_installation();
  if (!paths) return Error{paths.error()};
  study::Laboratory result;
  result.runtime_library = paths->runtime_library();
  return result;
}

int refuse_programs() {
  return complain(kWrongUse, "this study has its own programs; choose among them with --only");
}

Error nothing_in(const std::string& folder) {
  return Error{"there are no subjects in '" + folder +
               "'; build them with 'make', or name their folder with --subjects"};
}

Error unknown_subject(const std::string& name, const std::vector<std::string>& known) {
  return Error{"there is no subject '" + name + "'; there are: " + report::listed(known)};
}

}  // namespace heddle::cli
