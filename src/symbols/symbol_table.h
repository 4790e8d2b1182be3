// The symbols of a module: all that is known of a program without debug information, and the exact extent of
// variables of one that has it.
#pragma once

#include <cstdint>
#include <string>

#include "symbols/elf_file.h"
#include "symbols/range_map.h"

namespace heddle::symbols {

struct Symbol {
  std::string name;  // As in the file: mangled.
  uint64_t address = 0;
  uint64_t size = 0;
};

class SymbolTable {
 public:
  // Takes .symtab of the module or of its separate debug file (may be null), otherwise .dynsym.
  SymbolTable(const ElfFile& module, const ElfFile* debug_file);

  // The symbol that covers the address (for thread_local variables: the offset in the module's TLS block), or
  // null.
  const Symbol* function(uint64_t address) const;
  const Symbol* object(uint64_t address) const;
  const Symbol* thread_local_object(uint64_t offset) const;
  const std::vector<RangeMap<Symbol>::Entry>& functions() const { return functions_.entries(); }
  const std::vector<RangeMap<Symbol>::Entry>& thread_local_objects() const {
    return thread_local_objects_.entries();
  }

 private:
  bool read(Elf* elf, unsigned section_type);
  void seal();

  RangeMap<Symbol> functions_;
  RangeMap<Symbol> labels_;  // Code without a size: hand-written assembly. Each reaches to the next symbol.
  RangeMap<Symbol> objects_;
  RangeMap<Symbol> thread_local_objects_;
};

}  // namespace heddle::symbols
