// From a code address to the chain of (inlined) functions around it, with their lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symbols/dwarf_names.h"
#include "symbols/dwarf_units.h"
#include "symbols/source_paths.h"
#include "symbols/symbol_table.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

class DwarfFrames {
 public:
  DwarfFrames(DwarfUnits& units, const SymbolTable& symbols, SourcePaths& source_paths)
      : units_(units), names_(units), symbols_(symbols), source_paths_(source_paths) {}

  // Innermost first; empty if the debug information does not cover the address.
  std::vector<SourceFrame> at(uint64_t address);

 private:
  struct Location {
    SourcePath source;
    int line = 0;
    int column = 0;
  };
  Location location_of_address(Unit& unit, uint64_t address, uint64_t function_start);
  Location location_of_call(Unit& unit, const Dwarf_Die& inlined_call);
  SourceFrame frame(const Dwarf_Die& function, const Location& location, uint64_t address);
  SourceFrame frame_without_function(const Location& location, uint64_t address);
  SourceFrame located(const Location& location) const;
  std::string symbol_name(uint64_t address) const;

  DwarfUnits& units_;
  DwarfNames names_;
  const SymbolTable& symbols_;
  SourcePaths& source_paths_;
};

}  // namespace heddle::symbols
