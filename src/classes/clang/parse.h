// Has Clang read a header, and finds the class in it.
#pragma once

#include <string>
#include <vector>

#include "classes/class_model.h"
#include "event/result.h"

namespace heddle::classes {

struct ParseRequest {
  std::string header;
  std::vector<std::string> sources;  // that define what the header declares
  std::string class_name;            // with template arguments, if it is a template
  std::string build_folder;          // with compile_commands.json; empty: none
  std::vector<std::string> flags;    // beyond those
};

// What Clang says of the header's own errors goes to stderr before that.
Result<ClassModel> parse_class(const ParseRequest& request);

}  // namespace heddle::classes
