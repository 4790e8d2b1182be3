// Where the parts of this installation are: beside the tool itself, in the build tree and installed.
#pragma once

#include <string>

#include "event/result.h"

namespace heddle::sessions {

struct ToolPaths {
  std::string library_folder;   // holds libheddle.so
  std::string include_folder;   // holds heddle/heddle.h
  std::string share_folder;     // holds heddle_gdb.py
  std::string subjects_folder;  // holds the papers' programs, in the build tree
  std::string program_folder;   // holds heddle-class-model
  std::string tool;             // this very file

  std::string runtime_library() const { return library_folder + "/libheddle.so"; }
  std::string class_frame() const { return library_folder + "/heddle/class-frame.a"; }
  std::string class_model_program() const { return program_folder + "/heddle-class-model"; }
};

// Empty folders where nothing was found.
ToolPaths find_tool_paths();
// The same for those who cannot do without the library.
Result<ToolPaths> find_installation();

}  // namespace heddle::sessions
