// What entries of the debug information are called.
#pragma once

#include <elfutils/libdw.h>

#include <optional>
#include <string>

#include "symbols/dwarf_units.h"

namespace heddle::symbols {

class DwarfNames {
 public:
  explicit DwarfNames(DwarfUnits& units) : units_(units) {}

  // Demangled, with parameters where the compiler wrote a linkage name: "Bank::transfer(int, int)". Empty if
  // unknown.
  std::string function(const Dwarf_Die& function);
  // "bank::total"; in a function "transfer(int)::lock".
  std::string variable(const Dwarf_Die& variable);
  // "std::vector<int>", "Account*", "const char[16]".
  std::string type(const Dwarf_Die& type);
  // The name of an entry with the scopes around it.
  std::string qualified(const Dwarf_Die& die);
  // The class that a function is a member of.
  std::optional<Dwarf_Die> enclosing_record(const Dwarf_Die& function);

 private:
  std::string type(const Dwarf_Die& type, int depth);
  std::string name_in_scope(const Dwarf_Die& die);
  int lambda_number(const Dwarf_Die& lambda);
  std::string scope_prefix(const Dwarf_Die& die, int depth);

  DwarfUnits& units_;
};

// The mangled name of an entry, empty if it has none (C, and most static variables).
std::string linkage_name(const Dwarf_Die& die);

}  // namespace heddle::symbols
