// The lines of a program's code, for strategies that take lines for places.
#pragma once

#include <vector>

#include "event/modules.h"
#include "event/site_lines.h"
#include "symbols/symbolizer.h"

namespace heddle::report {

// Of instrumented modules with debug information.
std::vector<SiteLine> site_lines(const ModuleTable& modules, symbols::Symbolizer& symbolizer);

}  // namespace heddle::report
