// `@file` arguments: words read from a file by the rules of GCC (libiberty's buildargv), which clang shares.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"

namespace heddle::compile {

// Words are separated by white space; '...' and "..." group; a backslash takes the next character as it is,
// inside quotes too.
std::vector<std::string> split_response_text(std::string_view text);

// The text that split_response_text() reads back as `words`.
std::string response_text(const std::vector<std::string>& words);

// Replaces every `@file` by its words, files named inside files included. An `@file` that cannot be read
// stays as it is: the compiler then complains about it in its own words.
Result<std::vector<std::string>> expand_response_files(const std::vector<std::string>& arguments);

}  // namespace heddle::compile
