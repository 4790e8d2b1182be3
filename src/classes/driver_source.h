// The program that runs test cases of a class as data (include/heddle/class_driver.h).
#pragma once

#include <string>
#include <vector>

#include "classes/operations.h"

namespace heddle::classes {

struct SourceOptions {
  std::vector<std::string> includes;  // the class's header, and what the user's factories are in
};

std::string driver_source(const Operations& operations, const SourceOptions& options);

}  // namespace heddle::classes
