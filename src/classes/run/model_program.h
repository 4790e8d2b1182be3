// Asks heddle-class-model, a program of its own, what a class does.
#pragma once

#include <string>
#include <vector>

#include "classes/class_model.h"
#include "event/result.h"

namespace heddle::classes {

struct ModelRequest {
  std::string program;  // heddle-class-model
  std::string header;
  std::vector<std::string> sources;  // that define what the header declares
  std::string class_name;
  std::string build_folder;        // with compile_commands.json; empty: none
  std::vector<std::string> flags;  // for the compiler
};

// What Clang has to say goes to standard error.
Result<ClassModel> ask_for_model(const ModelRequest& request);

}  // namespace heddle::classes
