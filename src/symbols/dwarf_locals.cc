#include "symbols/dwarf_locals.h"

#include <dwarf.h>

#include <cstdlib>
#include <set>
#include <vector>

#include "symbols/die.h"

namespace heddle::symbols {
namespace {

constexpr int kDeepestScope = 200;

#if defined(__x86_64__)
constexpr unsigned kFramePointer = 6, kStackPointer = 7;
#else
constexpr unsigned kFramePointer = 29, kStackPointer = 31;
#endif

// The location of a variable while the function is at an address; empty: it has none.
std::span<const Dwarf_Op> operations_of(Dwarf_Die die, unsigned attribute_name, uint64_t address) {
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&die, attribute_name, &attribute) == nullptr) return {};
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation_addr(&attribute, address, &operations, &count, 1) != 1) return {};
  return {operations, count};
}

// Every location that a variable has anywhere in its function.
std::vector<std::span<const Dwarf_Op>> all_operations_of(Dwarf_Die die) {
  std::vector<std::span<const Dwarf_Op>> all;
  Dwarf_Attribute attribute;
  if (dwarf_attr_integrate(&die, DW_AT_location, &attribute) == nullptr) return all;
  Dwarf_Addr base = 0, start = 0, end = 0;
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  for (ptrdiff_t offset = 0;
       (offset = dwarf_getlocations(&attribute, offset, &base, &start, &end, &operations, &count)) > 0;)
    all.emplace_back(operations, count);
  return all;
}

bool is_value(std::span<const Dwarf_Op> operations) {
  return !operations.empty() && operations.back().atom == DW_OP_stack_value;
}

bool is_scope(int tag) {
  return tag == DW_TAG_lexical_block || tag == DW_TAG_inlined_subroutine || tag == DW_TAG_try_block ||
         tag == DW_TAG_catch_block;
}

}  // namespace

DwarfLocals::~DwarfLocals() {
  if (frames_ != nullptr) dwarf_cfi_end(frames_);
}

std::optional<Variable> DwarfLocals::at(uint64_t address, const FramePlace& place, uint64_t access_size) {
  Unit* unit = units_.unit_at(address);
  if (unit == nullptr) return std::nullopt;
  const auto* function = units_.index(*unit).functions.find(address);
  if (function == nullptr) return std::nullopt;
  const Frame frame = frame_of(function->value, address, place);
  if (auto found = find(function->value, frame, place.offset, access_size, 0)) return found;
  std::vector<Variable> candidates;
  find_mistaken(function->value, frame, place.offset, access_size, 0, candidates);
  return candidates.size() == 1 ? std::optional(candidates.front()) : std::nullopt;
}

DwarfLocals::Frame DwarfLocals::frame_of(const Dwarf_Die& function, uint64_t address,
                                         const FramePlace& place) {
  Frame frame;
  frame.address = address;
  if (place.frame_size != 0) frame.stack_pointer = -static_cast<int64_t>(place.frame_size);
  frame.frame_pointer = frame_pointer_at(address);
  const std::span<const Dwarf_Op> base = operations_of(function, DW_AT_frame_base, address);
  if (base.size() != 1) return frame;
  if (base[0].atom == DW_OP_call_frame_cfa) frame.base = 0;
  if (base[0].atom == DW_OP_reg0 + kFramePointer) frame.base = frame.frame_pointer;
  if (base[0].atom == DW_OP_reg0 + kStackPointer) frame.base = frame.stack_pointer;
  return frame;
}

// As the unwinder knows it, where it counts from the frame pointer.
std::optional<int64_t> DwarfLocals::frame_pointer_at(uint64_t address) {
  if (!has_asked_for_frames_) frames_ = dwarf_getcfi_elf(file_.elf());
  has_asked_for_frames_ = true;
  std::optional<int64_t> found;
  Dwarf_Frame* frame = nullptr;
  if (frames_ != nullptr && dwarf_cfi_addrframe(frames_, address, &frame) == 0) {
    Dwarf_Op* operations = nullptr;
    size_t count = 0;
    if (dwarf_frame_cfa(frame, &operations, &count) == 0 && count >= 1) {
      if (operations[0].atom == DW_OP_breg0 + kFramePointer)
        found = -static_cast<int64_t>(operations[0].number);
      if (operations[0].atom == DW_OP_bregx && operations[0].number == kFramePointer)
        found = -static_cast<int64_t>(operations[0].number2);
    }
    std::free(frame);
  }
#if defined(__x86_64__)
  if (!found) found = -16;  // at where its predecessor was saved, below the return address
#endif
  return found;
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
    if (tag == DW_TAG_variable || tag == DW_TAG_formal_parameter)
      found = find_in(child, operations_of(child, DW_AT_location, frame.address), frame, offset, access_size);
    return !found;
  });
  return found;
}

// Once a variable was initialised, clang may go on saying that it holds that value, although threads have its
// address. Its place is the one that it has elsewhere in the function.
void DwarfLocals::find_mistaken(const Dwarf_Die& scope, const Frame& frame, int64_t offset,
                                uint64_t access_size, int depth, std::vector<Variable>& found) {
  if (depth > kDeepestScope) return;
  for_each_child(scope, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (is_scope(tag) && dwarf_haspc(&child, frame.address) > 0)
      find_mistaken(child, frame, offset, access_size, depth + 1, found);
    if (tag != DW_TAG_variable || !is_value(operations_of(child, DW_AT_location, frame.address))) return true;
    for (const std::span<const Dwarf_Op> operations : all_operations_of(child))
      if (const auto variable = find_in(child, operations, frame, offset, access_size)) {
        found.push_back(*variable);
        break;
      }
    return true;
  });
}

// What the operation adds its number to.
std::optional<int64_t> DwarfLocals::base_of(uint8_t operation, const Frame& frame) {
  if (operation == DW_OP_fbreg) return frame.base;
  if (operation == DW_OP_breg0 + kFramePointer) return frame.frame_pointer;
  if (operation == DW_OP_breg0 + kStackPointer) return frame.stack_pointer;
  return std::nullopt;
}

// A variable lies in memory as one, or in pieces, each the operations that lead to it and how many bytes of
// the variable it stands for. Of some pieces the compiler only says what they hold; while they are all at one
// place, so are these.
std::optional<Variable> DwarfLocals::find_in(const Dwarf_Die& die, std::span<const Dwarf_Op> operations,
                                             const Frame& frame, int64_t offset, uint64_t access_size) {
  std::set<int64_t> starts;  // in the frame, of the variable if all of it were there
  bool is_in_frame = false;
  int64_t start = 0;
  int64_t before = 0;  // bytes of the variable in the pieces so far
  for (const Dwarf_Op& operation : operations) {
    const auto number = static_cast<int64_t>(operation.number);
    if (operation.atom == DW_OP_piece) {
      const int64_t inside = offset - start - before;
      if (is_in_frame && inside >= 0 && inside < number) return describe(die, start, offset, access_size);
      if (is_in_frame) starts.insert(start);
      is_in_frame = false;
      before += number;
    } else if (operation.atom == DW_OP_plus_uconst) {
      start += number;
    } else {
      const std::optional<int64_t> base = base_of(operation.atom, frame);
      is_in_frame = base.has_value();
      start = base.value_or(0) + number - before;
    }
  }
  if (is_in_frame) starts.insert(start);
  return starts.size() == 1 ? describe(die, *starts.begin(), offset, access_size) : std::nullopt;
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
