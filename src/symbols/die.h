// Small helpers around libdw's entries (DIEs) that hold for broken debug information too.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <functional>

namespace heddle::symbols {

// A reference chain of debug information is never longer in earnest; a broken one may be a circle.
inline constexpr int kLongestReferenceChain = 16;

// Calls visit(child) for each child until it returns false. A sibling before its predecessor would be an
// endless loop.
template <typename Visit>
void for_each_child(Dwarf_Die parent, Visit visit) {
  Dwarf_Die child;
  if (dwarf_child(&parent, &child) != 0) return;
  while (visit(child)) {
    Dwarf_Die sibling;
    if (dwarf_siblingof(&child, &sibling) != 0 || !std::less<>()(child.addr, sibling.addr)) return;
    child = sibling;
  }
}

// Calls visit(low, high) for each range of code of an entry.
template <typename Visit>
void for_each_range(Dwarf_Die die, Visit visit) {
  Dwarf_Addr base = 0;
  Dwarf_Addr low = 0;
  Dwarf_Addr high = 0;
  for (ptrdiff_t at = 0; (at = dwarf_ranges(&die, at, &base, &low, &high)) > 0;) visit(low, high);
}

// The attributes of the entry itself and of those it completes (DW_AT_abstract_origin, DW_AT_specification).
const char* string_attribute(Dwarf_Die die, unsigned name);

inline bool unsigned_attribute(Dwarf_Die die, unsigned name, Dwarf_Word& value) {
  Dwarf_Attribute attribute;
  return dwarf_formudata(dwarf_attr_integrate(&die, name, &attribute), &value) == 0;
}

inline bool reference_attribute(Dwarf_Die die, unsigned name, Dwarf_Die& referenced) {
  Dwarf_Attribute attribute;
  return dwarf_formref_die(dwarf_attr_integrate(&die, name, &attribute), &referenced) != nullptr;
}

// The file that declares an entry, absolute or relative to the directory of the compilation; null if unknown.
// Unlike dwarf_decl_file() it knows that DWARF 5 counts files from 0, as clang does.
inline const char* declared_file(Dwarf_Die die) {
  Dwarf_Attribute attribute;
  Dwarf_Word index = 0;
  if (dwarf_formudata(dwarf_attr_integrate(&die, DW_AT_decl_file, &attribute), &index) != 0) return nullptr;
  Dwarf_Half version = 0;
  Dwarf_Die root;
  if (dwarf_cu_info(attribute.cu, &version, nullptr, &root, nullptr, nullptr, nullptr, nullptr) != 0)
    return nullptr;
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  if ((index == 0 && version < 5) || dwarf_getsrcfiles(&root, &files, &count) != 0 || index >= count)
    return nullptr;
  return dwarf_filesrc(files, index, nullptr, nullptr);
}

inline int declared_line(Dwarf_Die die) {
  int line = 0;
  dwarf_decl_line(&die, &line);
  return line;
}

// The entry that first declared this one: the member function in its class rather than one of its inlined
// copies.
inline Dwarf_Die declaration_of(Dwarf_Die die) {
  for (int i = 0; i < kLongestReferenceChain; ++i) {
    Dwarf_Attribute attribute;
    Dwarf_Die next;
    if (dwarf_formref_die(dwarf_attr(&die, DW_AT_abstract_origin, &attribute), &next) == nullptr &&
        dwarf_formref_die(dwarf_attr(&die, DW_AT_specification, &attribute), &next) == nullptr) {
      break;
    }
    die = next;
  }
  return die;
}

}  // namespace heddle::symbols
