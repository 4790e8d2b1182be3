// The folder that a run leaves its results in. A former one of Heddle's own becomes NAME.old; anybody else's
// is not touched. Until the process ends, no other heddle can write to it (folder_lock.h).
#pragma once

#include <string>

#include "event/result.h"

namespace heddle::host {

class OutputFolder {
 public:
  static Result<OutputFolder> prepare(const std::string& path);
  // For results that grow over several runs: a former folder is kept.
  static Result<OutputFolder> keep(const std::string& path);

  const std::string& path() const { return path_; }
  std::string file(const std::string& name) const { return path_ + "/" + name; }
  // Errors are sentences.
  Result<bool> write(const std::string& name, const std::string& contents) const;

 private:
  explicit OutputFolder(std::string path) : path_(std::move(path)) {}
  static Result<OutputFolder> make(const std::string& path, const std::string& mark);

  std::string path_;
};

Result<std::string> read_file(const std::string& path);
Result<bool> write_file(const std::string& path, const std::string& contents);

}  // namespace heddle::host
