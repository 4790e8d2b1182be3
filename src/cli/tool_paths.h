// Where the parts of this installation are: beside the tool itself, in the build tree and installed.
#pragma once

#include <string>

namespace heddle::cli {

struct ToolPaths {
  std::string library_folder;   // holds libheddle.so
  std::string include_folder;   // holds heddle/heddle.h
  std::string share_folder;     // holds heddle_gdb.py
  std::string subjects_folder;  // holds the papers' programs, in the build tree
  std::string tool;             // this very file

  std::string runtime_library() const { return library_folder + "/libheddle.so"; }
};

// Empty folders where nothing was found.
ToolPaths find_tool_paths();

}  // namespace heddle::cli
