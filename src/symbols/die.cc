#include "symbols/die.h"

#include <cstring>

namespace heddle::symbols {

namespace {

// libdw does not look whether text among the entries has an end before that of its unit.
bool ends_in_its_unit(const char* text, const Dwarf_Attribute& attribute) {
  Dwarf_Die unit;
  if (dwarf_cu_die(attribute.cu, &unit, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr) == nullptr)
    return false;
  const Dwarf_Off header = dwarf_cuoffset(&unit);
  const Dwarf_Off start = dwarf_dieoffset(&unit) - header;
  Dwarf_Off next = 0;
  std::size_t header_size = 0;
  if (dwarf_nextcu(dwarf_cu_getdwarf(attribute.cu), start, &next, &header_size, nullptr, nullptr, nullptr) !=
      0)
    return false;
  const char* const first = static_cast<const char*>(unit.addr) - header;
  const std::size_t size = next - start;
  const auto place = static_cast<std::size_t>(text - first);
  return text >= first && place < size && std::memchr(text, '\0', size - place) != nullptr;
}

}  // namespace

const char* string_attribute(Dwarf_Die die, unsigned name) {
  Dwarf_Attribute attribute;
  const char* const text = dwarf_formstring(dwarf_attr_integrate(&die, name, &attribute));
  if (text == nullptr || dwarf_whatform(&attribute) != DW_FORM_string) return text;
  return ends_in_its_unit(text, attribute) ? text : nullptr;
}

}  // namespace heddle::symbols
