// What a user's command asks for and Heddle cannot have: some options are left out and said so, some cannot
// be left out without building something else than was asked for, so the command is refused.
#pragma once

#include <string>
#include <vector>

#include "compile/command_line.h"
#include "event/result.h"

namespace heddle::compile {

// Takes the options away that would undo the instrumentation, and returns a sentence for each reason. The
// error says why the command is refused and what to do instead.
Result<std::vector<std::string>> adjust_for_instrumentation(CommandLine& line);

}  // namespace heddle::compile
