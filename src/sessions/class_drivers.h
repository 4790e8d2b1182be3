// Programs that make the tests of classes: written, compiled as a user would, and kept for the next time.
#pragma once

#include <string>
#include <vector>

#include "classes/run/driver_build.h"
#include "event/result.h"
#include "sessions/tool_paths.h"
#include "study/class_subjects.h"

namespace heddle::sessions {

// `heddle c++`, as users compile.
classes::Compile heddle_compiler(const ToolPaths& paths);

// A driver for a study.
struct DriverOrder {
  std::string name;
  std::string header;
  std::string class_name;
  std::vector<std::string> flags;  // of the driver; the class is read without them
};

// In the order of the orders, several at a time. Those that the folder holds already, of the same headers,
// are not made again. The error says which one could not be made; an empty one: interrupted.
Result<std::vector<study::ClassSubject>> build_drivers(const std::vector<DriverOrder>& orders,
                                                       const std::string& folder, const ToolPaths& paths,
                                                       unsigned jobs);

}  // namespace heddle::sessions
