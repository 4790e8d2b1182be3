// What kind of file the user wants to run, before anything is run.
#pragma once

#include <string>

#include "event/result.h"

namespace heddle::host {

struct ProgramFile {
  std::string path;                   // absolute
  bool instrumented = false;          // refers to __tsan_*
  bool links_runtime = false;         // libheddle.so is among its libraries; otherwise it is preloaded
  bool reads_standard_input = false;  // refers to stdin, std::cin or the like
};

// As the shell would; a name that is nowhere on PATH comes back as it is.
std::string find_in_path(const std::string& name);

// Finds the program as the shell would, and refuses what cannot be controlled, with the reason and what to
// do.
Result<ProgramFile> inspect_program(const std::string& name);

}  // namespace heddle::host
