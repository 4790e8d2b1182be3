// Names of source files: the one to show, as the user gave it to the compiler, and the one to open.
#pragma once

#include <string>
#include <unordered_map>

namespace heddle::symbols {

struct SourcePath {
  std::string file;  // For a person.
  std::string path;  // Absolute where that can be known.
};

class SourcePaths {
 public:
  // Absolute names below this directory are shown relative to it.
  explicit SourcePaths(std::string working_directory) : working_directory_(std::move(working_directory)) {}

  // `name` is what the debug information says, absolute or relative to the directory of the compilation.
  // `given_relative` tells that the user compiled the unit by a relative name.
  const SourcePath& resolve(const std::string& name, const std::string& compilation_directory,
                            bool given_relative);

 private:
  SourcePath make(const std::string& name, const std::string& compilation_directory,
                  bool given_relative) const;

  std::string working_directory_;
  std::unordered_map<std::string, SourcePath> cache_;
};

}  // namespace heddle::symbols
