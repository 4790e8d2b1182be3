// The plugin for gcc that shows what its thread instrumentation hides (src/instrument). It fits one compiler
// only: the one that Heddle was built with has it beside the runtime, for others it is built at first use.
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
