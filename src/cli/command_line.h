// What was typed after `heddle`, from its words to the exit status.
#pragma once

#include <string>
#include <vector>

namespace heddle::cli {

int run_command_line(std::vector<std::string> words);

}  // namespace heddle::cli
