// Options that do not stand on the command line: the environment variable HEDDLE_OPTIONS and the file of
// --config. Both become words in front of those of the command line, which therefore wins.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/application.h"
#include "event/result.h"

namespace heddle::cli {

inline constexpr char kOptionsVariable[] = "HEDDLE_OPTIONS";

// Words as a shell takes them apart: white space separates, '...' and "..." group, a backslash takes what
// follows as it is.
Result<std::vector<std::string>> split_like_a_shell(std::string_view text);

// The words of a TOML file whose keys are the verb's options without the dashes, at the top or in a table
// [VERB].
Result<std::vector<std::string>> read_configuration(const std::string& path, const CLI::App& verb);

// `words` begin with the verb. The answer has everything in its order; the error names the source that is
// wrong.
Result<std::vector<std::string>> add_option_sources(const std::vector<std::string>& words);

}  // namespace heddle::cli
