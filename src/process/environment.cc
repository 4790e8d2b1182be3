#include "process/environment.h"

#include <unistd.h>
#include <algorithm>

namespace heddle::process {

std::vector<std::string> environment_with(const std::vector<Variable>& changes) {
  std::vector<std::string> environment;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    environment.emplace_back(*variable);
  for (const Variable& change : changes) {
    const std::string beginning = change.name + "=";
    const auto found =
        std::find_if(environment.begin(), environment.end(),
                     [&beginning](const std::string& variable) { return variable.starts_with(beginning); });
    if (found != environment.end())
      *found = beginning + change.value;
    else
      environment.push_back(beginning + change.value);
  }
  return environment;
}

}  // namespace heddle::process
