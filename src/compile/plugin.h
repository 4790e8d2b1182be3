// The compiler's plugin that shows what its thread instrumentation hides (src/instrument). A plugin fits one
// version only. That of the gcc that Heddle was built with and that of one clang lie beside the runtime; for
// other versions of gcc it is built at first use.
#pragma once

#include <string>

#include "compile/compiler.h"
#include "compile/plan.h"

namespace heddle::compile {

struct Plugin {
  std::string file;     // empty: there is none
  std::string problem;  // why, in one line; empty: none is needed
};

Plugin find_plugin(const Compiler& compiler, const ToolPaths& tools);

}  // namespace heddle::compile
