#include "symbols/dwarf_variables.h"

#include <dwarf.h>

#include <algorithm>
#include <string>
#include <unordered_map>

#include "symbols/demangle.h"
#include "symbols/die.h"

namespace heddle::symbols {

std::optional<Variable> DwarfVariables::at(uint64_t address, uint64_t access_size) {
  read_all();
  const Map::Entry* entry = globals_.find(address);
  if (entry == nullptr) return std::nullopt;
  const Symbol* symbol = symbols_.object(address);
  if (symbol != nullptr && symbol->address != entry->low) symbol = nullptr;
  return describe(*entry, symbol, address - entry->low, access_size);
}

std::optional<Variable> DwarfVariables::thread_local_at(uint64_t offset, uint64_t access_size) {
  read_all();
  const Map::Entry* entry = thread_locals_.find(offset);
  if (entry == nullptr) return std::nullopt;
  const Symbol* symbol = symbols_.thread_local_object(offset);
  if (symbol != nullptr && symbol->address != entry->low) symbol = nullptr;
  return describe(*entry, symbol, offset - entry->low, access_size);
}

void DwarfVariables::read_all() {
  if (read_) return;
  read_ = true;
  for (const auto& unit : units_.units()) {
    for (const StaticVariable& variable : units_.index(*unit).variables) {
      const Symbol* symbol = variable.is_thread_local ? symbols_.thread_local_object(variable.address)
                                                      : symbols_.object(variable.address);
      if (symbol != nullptr && symbol->address != variable.address) symbol = nullptr;
      // The linker leaves variables that it threw away at offset 0 of the TLS block, where another one is.
      if (symbol != nullptr && variable.is_thread_local && !is_same_name(variable, *symbol)) continue;
      const std::optional<Dwarf_Die> type = types_.type_of(variable.die);
      uint64_t size = type ? types_.size_of(*type) : 0;
      if (symbol != nullptr) size = std::max(size, symbol->size);
      Map& map = variable.is_thread_local ? thread_locals_ : globals_;
      map.add(variable.address, variable.address + std::max<uint64_t>(size, 1), variable);
    }
  }
  place_thread_locals_by_name();
  globals_.seal();
  thread_locals_.seal();
}

void DwarfVariables::place_thread_locals_by_name() {
  if (symbols_.thread_local_objects().empty()) return;
  std::unordered_map<std::string, const Symbol*> by_name;  // Null: several variables have this name.
  for (const auto& entry : symbols_.thread_local_objects()) {
    const Symbol& symbol = entry.value;
    by_name[symbol.name] = &symbol;
    const std::string name = short_variable_name(demangle(symbol.name));
    if (name == symbol.name) continue;
    const auto [place, is_new] = by_name.emplace(name, &symbol);
    if (!is_new) place->second = nullptr;
  }
  for (const auto& unit : units_.units()) {
    for (const Dwarf_Die& die : units_.index(*unit).without_place) {
      const char* name = string_attribute(die, DW_AT_linkage_name);
      if (name == nullptr) name = string_attribute(die, DW_AT_name);
      const auto found = by_name.find(name == nullptr ? std::string() : name);
      if (found == by_name.end() || found->second == nullptr) continue;
      const Symbol& symbol = *found->second;
      thread_locals_.add(symbol.address, symbol.address + std::max<uint64_t>(symbol.size, 1),
                         {die, symbol.address, true});
    }
  }
}

bool DwarfVariables::is_same_name(const StaticVariable& variable, const Symbol& symbol) {
  const char* name = string_attribute(variable.die, DW_AT_name);
  return name != nullptr && symbol.name.find(name) != std::string::npos;
}

Variable DwarfVariables::describe(const Map::Entry& entry, const Symbol* symbol, uint64_t offset,
                                  uint64_t access_size) {
  const StaticVariable& found = entry.value;
  Variable variable;
  // A mangled symbol tells the most: the scopes of a static variable in a function with its parameters.
  const bool is_mangled = symbol != nullptr && symbol->name.starts_with("_Z");
  variable.full_name = is_mangled ? demangle(symbol->name) : names_.variable(found.die);
  if (variable.full_name.empty() && symbol != nullptr) variable.full_name = demangle(symbol->name);
  variable.name = short_variable_name(variable.full_name);
  variable.place = variable.name;
  variable.offset = offset;
  variable.place_offset = offset;
  variable.size = entry.high - entry.low;
  variable.is_thread_local = found.is_thread_local;
  if (const std::optional<Dwarf_Die> type = types_.type_of(found.die)) {
    const MemberPath member = types_.member_at(*type, offset, access_size);
    variable.place += member.path;
    variable.type = member.type;
    variable.place_offset = member.remainder;
  }
  const Unit* unit = units_.unit_of(found.die);
  if (const char* file = declared_file(found.die); file != nullptr && unit != nullptr) {
    const SourcePath& source = source_paths_.resolve(file, unit->directory, unit->has_relative_name);
    variable.file = source.file;
    variable.path = source.path;
    variable.line = declared_line(found.die);
  }
  return variable;
}

}  // namespace heddle::symbols
