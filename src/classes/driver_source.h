// The program that runs test cases of a class as data: the part of it that knows the class
// (include/heddle/class_driver.h).
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "classes/operations.h"

namespace heddle::classes {

struct SourceOptions {
  std::vector<std::string> includes;  // the class's header, and what the user's factories are in
};

struct DriverSource {
  std::string text;
  // Lines (counted from 1, the last one included) that are there for the sake of certain methods of the
  // model.
  struct Part {
    std::size_t first = 0;
    std::size_t last = 0;
    std::set<std::size_t> methods;
  };
  std::vector<Part> parts;

  // Methods to leave out when the compiler complains: those of all lines of the file that its words name.
  std::set<std::size_t> blamed(std::string_view compiler_output, std::string_view file_name) const;
};

DriverSource driver_source(const Operations& operations, const SourceOptions& options);

}  // namespace heddle::classes
