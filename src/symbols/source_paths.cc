#include "symbols/source_paths.h"

#include <filesystem>
#include <string_view>

namespace heddle::symbols {
namespace {

std::string normal(std::string_view path) {
  return std::filesystem::path(path).lexically_normal().string();
}

// The part of `path` below `directory`, empty if it does not lie there.
std::string_view below(std::string_view path, std::string_view directory) {
  while (directory.size() > 1 && directory.ends_with('/')) directory.remove_suffix(1);
  if (directory.empty() || !path.starts_with(directory)) return {};
  path.remove_prefix(directory.size());
  if (directory.ends_with('/')) return path;  // The root.
  if (!path.starts_with('/')) return {};
  while (path.starts_with('/')) path.remove_prefix(1);
  return path;
}

bool exists(const std::string& path) {
  std::error_code error;
  return std::filesystem::exists(path, error);
}

}  // namespace

const SourcePath& SourcePaths::resolve(const std::string& name, const std::string& compilation_directory,
                                       bool given_relative) {
  const std::string key = (given_relative ? "r" : "a") + compilation_directory + '\n' + name;
  const auto found = cache_.find(key);
  if (found != cache_.end()) return found->second;
  return cache_.emplace(key, make(name, compilation_directory, given_relative)).first->second;
}

SourcePath SourcePaths::make(const std::string& name, const std::string& compilation_directory,
                             bool given_relative) const {
  if (name.empty()) return {};
  // libdw puts the directory before names that the debug information has without one; it may be relative
  // itself.
  const bool needs_directory =
      name.front() != '/' && !compilation_directory.empty() && below(name, compilation_directory).empty();
  std::string full = needs_directory ? compilation_directory + "/" + name : name;
  if (full.front() != '/' && exists(working_directory_ + "/" + full)) {
    // Prefix maps (-ffile-prefix-map) leave no absolute directory: the best guess is ours.
    full = working_directory_ + "/" + full;
  }
  // "a/link/../b" is not "a/b" where link is a symbolic link.
  const std::string simple = normal(full);
  SourcePath result{simple, exists(simple) || !exists(full) ? simple : full};
  const std::string_view as_given = below(full, compilation_directory);
  const std::string_view in_working_directory = below(simple, working_directory_);
  if (given_relative && compilation_directory.starts_with('/') && !as_given.empty()) {
    result.file = normal(as_given);
  } else if (!in_working_directory.empty()) {
    result.file = in_working_directory;
  }
  return result;
}

}  // namespace heddle::symbols
