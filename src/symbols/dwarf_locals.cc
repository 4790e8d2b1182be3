#include "symbols/dwarf_locals.h"

#include <dwarf.h>

#include "symbols/die.h"

namespace heddle::symbols {
namespace {

constexpr int kDeepestScope = 200;

// An expression of a single operation; that is all a variable in a stack frame has.
std::optional<Dwarf_Op> single_operation(Dwarf_Die die, unsigned attribute_name, uint64_t address) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&die, attribute_name, &attribute) == nullptr) return std::nullopt;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1 || count != 1)
    return std::nullopt;
  return operations[0];
}

// From the canonical frame address to what DW_OP_fbreg counts from. A frame pointer points at where its
// predecessor was saved, below the return address.
std::optional<int64_t> frame_base(const Dwarf_Die& function, uint64_t address) {
  const std::optional<Dwarf_Op> operation = single_operation(function, DW_AT_frame_base, address);
  if (!operation) return std::nullopt;
  if (operation->atom == DW_OP_call_frame_cfa) return 0;
#if defined(__x86_64__)
  constexpr unsigned kFramePointer = DW_OP_reg6;
#else
  constexpr unsigned kFramePointer = DW_OP_reg29;
#endif
  if (operation->atom == kFramePointer) return -16;
  return std::nullopt;
}

bool is_scope(int tag) {
  return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_try_block ||
         tag == DW_TAG_catch_block;
}

}  // namespace

std::optional<Variable> DwarfLocals::at(uint64_t address, int64_t offset, uint64_t access_size) {
  Unit* unit = units_.unit_at(address);
  if (unit == nullptr) return std::nullopt;
  const auto* function = units_.index(*unit).functions.find(address);
  if (function == nullptr) return std::nullopt;
  const std::optional<int64_t> base = frame_base(function->value, address);
  if (!base) return std::nullopt;
  return find(function->value, {address, *base}, offset, access_size, 0);
}

// Inner scopes that the address lies in come first; others may share their place with them.
std::optional<Variable> DwarfLocals::find(const Dwarf_Die& scope, const Frame& frame, int64_t offset,
                                          uint64_t access_size, int depth) {
  std::optional<Variable> found;
  if (depth > kDeepestScope) return found;
  for_each_child(scope, [&](Dwarf_Die& child) {
    if (is_scope(dwarf_tag(&child)) && dwarf_haspc(&child, frame.address) > 0)
      found = find(child, frame, offset, access_size, depth + 1);
    return !found;
  });
  if (found) return found;
  for_each_child(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_variable && tag != DW_TAG_formal_parameter) return true;
    const std::optional<Dwarf_Op> place = single_operation(child, DW_AT_location, frame.address);
    if (place && place->atom == DW_OP_fbreg)
      found = describe(child, frame.base + static_cast<int64_t>(place->number), offset, access_size);
    return !found;
  });
  return found;
}

std::optional<Variable> DwarfLocals::describe(const Dwarf_Die& die, int64_t start, int64_t offset,
                                              uint64_t access_size) {
  const std::optional<Dwarf_Die> type = types_.type_of(die);
  const char* name = string_attribute(die, DW_AT_name);
  if (!type || name == nullptr || offset < start) return std::nullopt;
  const auto inside = static_cast<uint64_t>(offset - start);
  const uint64_t size = types_.size_of(*type);
  if (inside >= size) return std::nullopt;
  Variable variable;
  variable.name = variable.full_name = variable.place = name;
  variable.offset = inside;
  variable.size = size;
  const MemberPath member = types_.member_at(*type, inside, access_size);
  variable.place += member.path;
  variable.type = member.type;
  variable.place_offset = member.remainder;
  return variable;
}

}  // namespace heddle::symbols
