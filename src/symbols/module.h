// One ELF file of the program: what its symbols and its debug information say, opened when first asked for
// and cached.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "symbols/dwarf_frames.h"
#include "symbols/dwarf_locals.h"
#include "symbols/dwarf_units.h"
#include "symbols/dwarf_variables.h"
#include "symbols/elf_file.h"
#include "symbols/source_paths.h"
#include "symbols/symbol_table.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

class Module {
 public:
  Module(std::string path, SourcePaths& source_paths);

  const std::vector<SourceFrame>& frames(uint64_t address);
  std::optional<Variable> variable(uint64_t address, uint64_t access_size);
  std::optional<Variable> tls_variable(uint64_t offset, uint64_t access_size);
  std::optional<Variable> local_variable(uint64_t address, const FramePlace& place, uint64_t access_size);
  std::optional<Variable> member(uint64_t address, std::string_view type, uint64_t offset,
                                 uint64_t access_size);
  std::vector<Symbol> functions() const;
  std::vector<LineRange> lines() const;
  std::optional<std::string> build_id() const;
  bool has_debug_info() const { return units_ != nullptr; }

 private:
  std::vector<SourceFrame> find_frames(uint64_t address);

  std::string path_;
  bool is_library_ = false;
  // In the order of dependence: each reads from those above it.
  std::unique_ptr<ElfFile> file_;
  std::unique_ptr<ElfFile> debug_file_;
  std::unique_ptr<SymbolTable> symbols_;
  std::unique_ptr<DwarfUnits> units_;
  std::optional<DwarfFrames> dwarf_frames_;
  std::optional<DwarfVariables> dwarf_variables_;
  std::optional<DwarfLocals> dwarf_locals_;
  std::optional<DwarfTypes> dwarf_types_;
  std::unordered_map<uint64_t, std::vector<SourceFrame>> frames_;
};

}  // namespace heddle::symbols
