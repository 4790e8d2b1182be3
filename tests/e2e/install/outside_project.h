// A project that knows nothing of Heddle (project/), copied to a temporary folder, with the installed tools
// on PATH.
#pragma once

#include <string>
#include <vector>

#include "support/workplace.h"

namespace heddle::e2e {

class OutsideProject {
 public:
  OutsideProject();

  const Workplace& workplace() const { return workplace_; }
  std::string path(const std::string& file) const { return workplace_.path(file); }

  // Runs a command in the project's folder; `variables` are added to the environment.
  Outcome run(const std::vector<std::string>& words,
              const std::map<std::string, std::string>& variables = {}) const;
  // The same for a step of a build, which must succeed.
  void build(const std::vector<std::string>& words,
             const std::map<std::string, std::string>& variables = {}) const;

  // `heddle run` finds the lost update of ledger.c and sees memory accesses.
  void expect_bug_in(const std::string& program) const;

 private:
  Workplace workplace_;
};

}  // namespace heddle::e2e
