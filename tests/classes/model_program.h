// Runs heddle-class-model.
#pragma once

#include <cstdio>
#include <string>

#include "classes/model_json.h"

namespace heddle::classes::testing {

struct ProgramOutput {
  int status = 0;
  std::string text;
};

inline ProgramOutput run_model_program(const std::string& arguments) {
  ProgramOutput output;
  std::FILE* pipe = ::popen((HEDDLE_CLASS_MODEL " " + arguments).c_str(), "r");
  char buffer[4096];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe))
    output.text.append(buffer, size);
  output.status = WEXITSTATUS(::pclose(pipe));
  return output;
}

inline Result<ClassModel> model_of(const std::string& header, const std::string& name,
                                   const std::string& more = "") {
  const ProgramOutput output = run_model_program("'" + header + "' --class '" + name + "' " + more + " 2>&1");
  if (output.status != 0) return Error{output.text};
  return read_class_model(output.text);
}

}  // namespace heddle::classes::testing
