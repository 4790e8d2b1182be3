// Scripts that complete verbs, options and their values in a shell.
#pragma once

#include <string>
#include <vector>

#include "cli/verb_description.h"

namespace heddle::cli {

std::string bash_completion(const std::vector<VerbDescription>& verbs);
std::string zsh_completion(const std::vector<VerbDescription>& verbs);
std::string fish_completion(const std::vector<VerbDescription>& verbs);

}  // namespace heddle::cli
