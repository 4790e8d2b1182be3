// The way from a variable to the member or element at an offset in it: ".accounts[2].balance".
#pragma once

#include <elfutils/libdw.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "symbols/dwarf_names.h"
#include "symbols/dwarf_units.h"

namespace heddle::symbols {

struct MemberPath {
  std::string path;        // Empty for the variable itself.
  std::string type;        // Of what the path leads to.
  uint64_t remainder = 0;  // Offset in what the path leads to.
};

class DwarfTypes {
 public:
  explicit DwarfTypes(DwarfUnits& units) : units_(units), names_(units) {}

  // The type of a variable or member; none if unknown.
  std::optional<Dwarf_Die> type_of(const Dwarf_Die& die);
  // 0 if unknown.
  uint64_t size_of(const Dwarf_Die& type);
  // The class, structure or union of that name that the unit defines; none if there are several.
  std::optional<Dwarf_Die> record_named(Unit& unit, std::string_view name);
  // Goes down as far as the access (of unknown size: 0) fits into one member that the user can know by name.
  MemberPath member_at(const Dwarf_Die& type, uint64_t offset, uint64_t access_size);

 private:
  Dwarf_Die without_qualifiers(Dwarf_Die type);
  std::optional<Dwarf_Die> definition_of(const Dwarf_Die& declaration);
  bool descend(const Dwarf_Die& type, uint64_t offset, MemberPath& found, int depth);
  uint64_t room_of(const Dwarf_Die& record, uint64_t start, const Dwarf_Die& type);
  bool descend_record(const Dwarf_Die& record, uint64_t offset, MemberPath& found, int depth);
  bool descend_array(const Dwarf_Die& array, uint64_t offset, MemberPath& found, int depth);
  bool enter(const std::string& step, const Dwarf_Die& type, uint64_t offset, MemberPath& found, int depth);

  DwarfUnits& units_;
  DwarfNames names_;
  // Of the search that is going on.
  uint64_t access_size_ = 0;
  int steps_left_ = 0;

  std::optional<std::unordered_map<std::string, Dwarf_Die>> definitions_;
};

}  // namespace heddle::symbols
