// A private directory under TMPDIR, made when it is first asked for and removed with everything in it.
#pragma once

#include <string>

#include "event/result.h"

namespace heddle::compile {

class TemporaryDirectory {
 public:
  TemporaryDirectory() = default;
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  Result<std::string> path();

 private:
  std::string path_;
};

}  // namespace heddle::compile
