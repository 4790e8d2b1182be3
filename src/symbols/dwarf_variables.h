// The variables at fixed addresses of a module that has debug information.
#pragma once

#include <cstdint>
#include <optional>

#include "symbols/dwarf_names.h"
#include "symbols/dwarf_types.h"
#include "symbols/dwarf_units.h"
#include "symbols/range_map.h"
#include "symbols/source_paths.h"
#include "symbols/symbol_table.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

class DwarfVariables {
 public:
  DwarfVariables(DwarfUnits& units, const SymbolTable& symbols, SourcePaths& source_paths)
      : units_(units), names_(units), types_(units), symbols_(symbols), source_paths_(source_paths) {}

  std::optional<Variable> at(uint64_t address, uint64_t access_size);
  std::optional<Variable> thread_local_at(uint64_t offset, uint64_t access_size);

 private:
  using Map = RangeMap<StaticVariable>;
  void read_all();
  // GCC does not say for aarch64 where thread_local variables lie: those are known by their names.
  void place_thread_locals_by_name();
  bool is_same_name(const StaticVariable& variable, const Symbol& symbol);
  Variable describe(const Map::Entry& entry, const Symbol* symbol, uint64_t offset, uint64_t access_size);

  DwarfUnits& units_;
  DwarfNames names_;
  DwarfTypes types_;
  const SymbolTable& symbols_;
  SourcePaths& source_paths_;
  bool read_ = false;
  Map globals_;
  Map thread_locals_;
};

}  // namespace heddle::symbols
