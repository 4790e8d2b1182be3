// Where the program's own words begin on a command line: behind `--`, or at the first word that is no option.
#pragma once

#include <string>
#include <vector>

#include "cli/command.h"

namespace heddle::cli {

// Takes the program's words from the end of `words`, which begin with the verb. Without a `--` this looks
// where options end, which only a verb that runs a program wants (`verb`; null: another one).
ProgramWords take_program_words(std::vector<std::string>& words, const Verb* verb);

// The verb starts a program that the command line names.
bool takes_program(const Verb& verb);

// An option of the verb that stands behind the program, although nothing says that it is the program's own;
// empty: none.
std::string misplaced_option(const ProgramWords& program, const Verb& verb);

}  // namespace heddle::cli
