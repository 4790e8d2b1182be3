#include "compile/temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

namespace heddle::compile {

TemporaryDirectory::~TemporaryDirectory() {
  if (path_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

Result<std::string> TemporaryDirectory::path() {
  if (!path_.empty()) return path_;
  const char* parent = std::getenv("TMPDIR");
  if (parent == nullptr || *parent == '\0') parent = "/tmp";
  std::error_code error;
  // Absolute, because the path ends up in command lines as it is: a relative one could look like an option.
  std::string pattern = (std::filesystem::absolute(parent, error) / "heddle-cc-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) {
    return Error{"cannot make a temporary directory in " + std::string(parent) + ": " + std::strerror(errno) +
                 " (TMPDIR chooses another place)"};
  }
  path_ = pattern;
  return path_;
}

}  // namespace heddle::compile
