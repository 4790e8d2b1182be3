#include "symbols/dwarf_types.h"

#include <dwarf.h>

#include <algorithm>
#include <cctype>
#include <string_view>
#include <vector>

#include "symbols/die.h"
#include "symbols/library_code.h"

namespace heddle::symbols {
namespace {

constexpr int kDeepestMember = 64;
// Broken debug information may hold a type that contains itself twice.
constexpr int kMostSteps = 10000;

// Names that the language reserves for the implementation: _M_mutex, __data.
bool is_reserved(std::string_view name) {
  return name.size() > 1 && name[0] == '_' &&
         (name[1] == '_' || std::isupper(static_cast<unsigned char>(name[1])));
}

bool is_library_type(const Dwarf_Die& record) {
  const char* file = declared_file(record);
  return file != nullptr && is_system_source(file);
}

// Where a member or base class lies; none for static members and virtual bases.
std::optional<uint64_t> member_offset(Dwarf_Die member) {
  if (dwarf_hasattr(&member, DW_AT_external) || dwarf_hasattr(&member, DW_AT_declaration))
    return std::nullopt;
  Dwarf_Word value = 0;
  if (unsigned_attribute(member, DW_AT_data_member_location, value)) return value;
  if (unsigned_attribute(member, DW_AT_data_bit_offset, value)) return value / 8;
  Dwarf_Attribute attribute;
  if (dwarf_attr(&member, DW_AT_data_member_location, &attribute) == nullptr) return 0;  // In a union.
  Dwarf_Op* operations = nullptr;
  size_t count = 0;
  if (dwarf_getlocation(&attribute, &operations, &count) != 0 || count != 1) return std::nullopt;
  return operations[0].atom == DW_OP_plus_uconst ? std::optional<uint64_t>(operations[0].number)
                                                 : std::nullopt;
}

// The sizes of an array's dimensions, 0 for an unknown one.
std::vector<uint64_t> dimensions(const Dwarf_Die& array) {
  std::vector<uint64_t> counts;
  for_each_child(array, [&](Dwarf_Die& child) {
    if (dwarf_tag(&child) != DW_TAG_subrange_type) return true;
    Dwarf_Word value = 0;
    if (unsigned_attribute(child, DW_AT_count, value)) {
      counts.push_back(value);
    } else {
      counts.push_back(unsigned_attribute(child, DW_AT_upper_bound, value) ? value + 1 : 0);
    }
    return true;
  });
  return counts;
}

}  // namespace

std::optional<Dwarf_Die> DwarfTypes::type_of(const Dwarf_Die& die) {
  Dwarf_Die type;
  if (!reference_attribute(die, DW_AT_type, type)) return std::nullopt;
  return type;
}

uint64_t DwarfTypes::size_of(const Dwarf_Die& type) {
  Dwarf_Die bare = without_qualifiers(type);
  Dwarf_Word size = 0;
  return dwarf_aggregate_size(&bare, &size) == 0 ? size : 0;
}

std::optional<Dwarf_Die> DwarfTypes::record_named(Unit& unit, std::string_view name) {
  // Where template arguments begin, the names of the scopes around it have ended.
  const size_t scopes = name.rfind("::", name.find('<'));
  if (scopes != std::string_view::npos) name.remove_prefix(scopes + 2);
  std::optional<Dwarf_Die> found;
  for (const Dwarf_Die& record : units_.index(unit).records) {
    const char* other = string_attribute(record, DW_AT_name);
    if (other == nullptr || name != other) continue;
    if (found && size_of(*found) != size_of(record)) return std::nullopt;
    found = record;
  }
  return found;
}

MemberPath DwarfTypes::member_at(const Dwarf_Die& type, uint64_t offset, uint64_t access_size) {
  access_size_ = access_size;
  steps_left_ = kMostSteps;
  MemberPath found{"", names_.type(type), offset};
  descend(type, offset, found, 0);
  return found;
}

Dwarf_Die DwarfTypes::without_qualifiers(Dwarf_Die type) {
  for (int i = 0; i < kLongestReferenceChain; ++i) {
    switch (dwarf_tag(&type)) {
      case DW_TAG_typedef:
      case DW_TAG_const_type:
      case DW_TAG_volatile_type:
      case DW_TAG_atomic_type:
      case DW_TAG_restrict_type: {
        const std::optional<Dwarf_Die> inner = type_of(type);
        if (!inner) return type;
        type = *inner;
        break;
      }
      default:
        if (dwarf_hasattr(&type, DW_AT_declaration)) return definition_of(type).value_or(type);
        return type;
    }
  }
  return type;
}

// A class may be defined in another unit than the one that uses it: clang describes a class only where its
// constructors or virtual functions are.
std::optional<Dwarf_Die> DwarfTypes::definition_of(const Dwarf_Die& declaration) {
  if (!definitions_) {
    definitions_.emplace();
    for (const auto& unit : units_.units()) {
      for (const Dwarf_Die& record : units_.index(*unit).records) {
        if (string_attribute(record, DW_AT_name) != nullptr)
          definitions_->emplace(names_.qualified(record), record);
      }
    }
  }
  const auto found = definitions_->find(names_.qualified(declaration));
  return found == definitions_->end() ? std::nullopt : std::optional(found->second);
}

// Each of these returns whether it added a step to the path. Base classes and unnamed members are no step of
// their own.
bool DwarfTypes::descend(const Dwarf_Die& type, uint64_t offset, MemberPath& found, int depth) {
  if (depth > kDeepestMember || steps_left_-- <= 0) return false;
  Dwarf_Die bare = without_qualifiers(type);
  switch (dwarf_tag(&bare)) {
    case DW_TAG_class_type:
    case DW_TAG_structure_type:
    case DW_TAG_union_type:
      return descend_record(bare, offset, found, depth);
    case DW_TAG_array_type:
      return descend_array(bare, offset, found, depth);
    default:
      return false;
  }
}

bool DwarfTypes::enter(const std::string& step, const Dwarf_Die& type, uint64_t offset, MemberPath& found,
                       int depth) {
  found.path += step;
  found.type = names_.type(type);
  found.remainder = offset;
  descend(type, offset, found, depth + 1);
  return true;
}

// clang leaves some classes of libraries without a definition (std::condition_variable, whose constructors
// are in the library). Such a member has the place up to the next one.
uint64_t DwarfTypes::room_of(const Dwarf_Die& record, uint64_t start, const Dwarf_Die& type) {
  const uint64_t size = size_of(type);
  Dwarf_Die bare = without_qualifiers(type);
  if (size != 0 || !dwarf_hasattr(&bare, DW_AT_declaration)) return size;
  uint64_t end = size_of(record);
  for_each_child(record, [&](Dwarf_Die& child) {
    const std::optional<uint64_t> other =
        dwarf_tag(&child) == DW_TAG_member ? member_offset(child) : std::nullopt;
    if (other && *other > start) end = std::min(end, *other);
    return true;
  });
  return end > start ? end - start : 0;
}

bool DwarfTypes::descend_record(const Dwarf_Die& record, uint64_t offset, MemberPath& found, int depth) {
  const bool is_library = is_library_type(record);
  bool stepped = false;
  for_each_child(record, [&](Dwarf_Die& child) {
    const int tag = dwarf_tag(&child);
    if (tag != DW_TAG_member && tag != DW_TAG_inheritance) return true;
    const std::optional<uint64_t> start = member_offset(child);
    const std::optional<Dwarf_Die> type = type_of(child);
    if (!start || !type || offset < *start) return true;
    const uint64_t inner = offset - *start;
    if (inner + std::max<uint64_t>(access_size_, 1) > room_of(record, *start, *type)) return true;

    const char* name = tag == DW_TAG_member ? string_attribute(child, DW_AT_name) : nullptr;
    const std::string_view text = name == nullptr ? "" : name;
    // std::array is shown as the array it stands for; of other library types only members that users know by
    // name (first, tv_sec), not their insides.
    const bool is_array_contents = is_library && (text == "_M_elems" || text == "__elems_");
    if (text.empty() || is_array_contents) {
      stepped = descend(*type, inner, found, depth + 1);
    } else if (!is_library || !is_reserved(text)) {
      stepped =
          enter("." + std::string(text.starts_with("_vptr") ? "_vptr" : text), *type, inner, found, depth);
    }
    return !stepped;
  });
  return stepped;
}

bool DwarfTypes::descend_array(const Dwarf_Die& array, uint64_t offset, MemberPath& found, int depth) {
  const std::optional<Dwarf_Die> element = type_of(array);
  if (!element || dwarf_hasattr(const_cast<Dwarf_Die*>(&array), DW_AT_GNU_vector)) return false;
  const uint64_t element_size = size_of(*element);
  const std::vector<uint64_t> counts = dimensions(array);
  if (element_size == 0 || counts.empty()) return false;
  if (offset % element_size + access_size_ > element_size) return false;
  uint64_t index = offset / element_size;
  std::string step;
  for (size_t i = counts.size(); i-- > 1;) {
    if (counts[i] == 0) return false;
    step.insert(0, "[" + std::to_string(index % counts[i]) + "]");
    index /= counts[i];
  }
  if (counts[0] != 0 && index >= counts[0]) return false;
  step.insert(0, "[" + std::to_string(index) + "]");
  return enter(step, *element, offset % element_size, found, depth);
}

}  // namespace heddle::symbols
