// What the options of gcc and clang look like, as far as the wrapper must understand them. The lists are
// unions of both families': where one of the two does not know an option it rejects the command anyway.
#pragma once

#include <string>
#include <string_view>

namespace heddle::compile {

// Whether the word after `option` is its argument (so that `-include prelude.cc` names no source).
bool takes_separate_argument(std::string_view option);

// Asks about the compiler instead of compiling: --version, -dumpmachine, -print-search-dirs.
bool asks_about_compiler(std::string_view option);

// The short spelling of a long option (`--output=x` -> `-ox`, `--compile` -> `-c`), or the word itself.
std::string short_spelling(std::string_view word);

}  // namespace heddle::compile
