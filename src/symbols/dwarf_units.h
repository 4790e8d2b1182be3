// The compilation units of a module's debug information, and for each, when it is first needed, an index of
// what one walk through its tree tells: functions by address, variables at fixed addresses, types, and the
// scope around each. libdw knows no parents and finds units only through .debug_aranges, which clang does not
// write.
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "symbols/elf_file.h"
#include "symbols/range_map.h"

namespace heddle::symbols {

// A variable whose place does not change while the program runs.
struct StaticVariable {
  Dwarf_Die die;
  uint64_t address;  // Or the offset in the module's TLS block.
  bool is_thread_local;
};

struct UnitIndex {
  struct Scope {
    Dwarf_Die die;
    int parent;  // Index of the scope around it, -1 at the top.
  };
  RangeMap<Dwarf_Die> functions;
  std::vector<StaticVariable> variables;
  std::vector<Dwarf_Die> without_place;  // Variables that are defined somewhere, but it is not said where.
  std::vector<Dwarf_Die> records;        // Definitions of classes, structures and unions.
  std::vector<Scope> scopes;  // Namespaces, types, functions and variables, in the order of the file.
};

struct Unit {
  Dwarf_Die root;                  // The whole tree; with -gsplit-dwarf that of the .dwo file.
  Dwarf_Die lines;                 // Where ranges and line table hang: the same without -gsplit-dwarf.
  std::string directory;           // Of the compilation.
  bool has_relative_name = false;  // The user gave the source file's name as a relative one.
  std::optional<UnitIndex> index;
};

class DwarfUnits {
 public:
  // Null if the file has no debug information of any compiled language. (Systems whose start-up code is
  // assembled with debug information would otherwise make every program look as if it had some.)
  static std::unique_ptr<DwarfUnits> open(const ElfFile& module, const ElfFile& debug_file);
  ~DwarfUnits();
  DwarfUnits(const DwarfUnits&) = delete;
  DwarfUnits& operator=(const DwarfUnits&) = delete;

  // The unit whose code covers the address.
  Unit* unit_at(uint64_t address);
  // The unit an entry belongs to; null if it belongs to a file shared by several modules (dwz).
  Unit* unit_of(const Dwarf_Die& die);
  const std::vector<std::unique_ptr<Unit>>& units() const { return units_; }
  const UnitIndex& index(Unit& unit);

  // The innermost scope around an entry that the index knows.
  std::optional<Dwarf_Die> scope_around(const Dwarf_Die& die);

 private:
  DwarfUnits(const ElfFile& module, Dwarf* dwarf) : module_(module), dwarf_(dwarf) {}
  void read_units();

  const ElfFile& module_;
  Dwarf* dwarf_;
  bool compiled_ = false;
  std::vector<std::unique_ptr<Unit>> units_;
  std::unordered_map<const void*, Unit*> by_cu_;
  RangeMap<Unit*> by_address_;
};

}  // namespace heddle::symbols
