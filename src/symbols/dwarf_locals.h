// The local variables of a function, by their place in its stack frame.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>

#include "symbols/dwarf_types.h"
#include "symbols/dwarf_units.h"
#include "symbols/symbolizer.h"

namespace heddle::symbols {

class DwarfLocals {
 public:
  explicit DwarfLocals(DwarfUnits& units) : units_(units), types_(units) {}

  // The one that lies `offset` bytes from the frame's canonical address while the function is at `address`.
  std::optional<Variable> at(uint64_t address, int64_t offset, uint64_t access_size);

 private:
  struct Frame {
    uint64_t address = 0;
    int64_t base = 0;  // from the canonical address to where locations are counted from
  };
  std::optional<Variable> find(const Dwarf_Die& scope, const Frame& frame, int64_t offset,
                               uint64_t access_size, int depth);
  std::optional<Variable> describe(const Dwarf_Die& die, int64_t start, int64_t offset, uint64_t access_size);

  DwarfUnits& units_;
  DwarfTypes types_;
};

}  // namespace heddle::symbols
