// The variables of a program that is started.
#pragma once

#include <string>
#include <vector>

namespace heddle::process {

struct Variable {
  std::string name;
  std::string value;
};

// This process's variables as NAME=VALUE, with changes: as setenv() would make them, but in a copy.
std::vector<std::string> environment_with(const std::vector<Variable>& changes);

}  // namespace heddle::process
