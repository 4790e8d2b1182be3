// The compiler underneath: which one, where it is, and what kind it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "compile/family.h"
#include "event/result.h"

namespace heddle::compile {

// Whether the wrapper stands in for gcc or for g++.
enum class Driver { kC, kCxx };

struct Compiler {
  std::vector<std::string> words;  // how it is started, e.g. {"g++"} or {"ccache", "g++"}
  Family family = Family::kGcc;
  int major_version = 0;     // 0 if it did not say
  std::string version = {};  // "12.2.0", of gcc only
  std::string plugin = {};   // that it is started with (plugin.h)
};

// Takes Heddle's own `--compiler NAME` or `--compiler=NAME` off the line; the last one counts.
Result<std::optional<std::string>> take_compiler_option(std::vector<std::string>& arguments);

// `asked` is what --compiler said. Else HEDDLE_CC or HEDDLE_CXX, else the first of the usual names that is
// there. Runs the compiler once to see what it is.
Result<Compiler> find_compiler(Driver driver, const std::optional<std::string>& asked);

// What `--version` printed: nullopt if it is neither gcc nor clang.
std::optional<Compiler> recognise_version_text(std::string_view text);

}  // namespace heddle::compile
