// Which code of a file belongs to the same line of source.
#pragma once

#include <vector>

#include "symbols/dwarf_units.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

// By address.
std::vector<LineRange> line_ranges(const DwarfUnits& units);

}  // namespace heddle::symbols
