#include "symbols/dwarf_frames.h"

#include <dwarf.h>

#include <optional>

#include "symbols/demangle.h"
#include "symbols/die.h"
#include "symbols/library_code.h"

namespace heddle::symbols {
namespace {

constexpr int kDeepestInlining = 200;

// Appends the inlined calls below `scope` that cover the address, outermost first.
void find_inlined_calls(const Dwarf_Die& scope, uint64_t address, std::vector<Dwarf_Die>& chain, int depth) {
  if (depth > kDeepestInlining) return;
  for_each_child(scope, [&](Dwarf_Die& child) {
    switch (dwarf_tag(&child)) {
      case DW_TAG_inlined_subroutine:
        if (dwarf_haspc(&child, address) <= 0) return true;
        chain.push_back(child);
        find_inlined_calls(child, address, chain, depth + 1);
        return false;
      case DW_TAG_lexical_block:
      case DW_TAG_try_block:
      case DW_TAG_catch_block:
        if (dwarf_haspc(&child, address) <= 0) return true;
        find_inlined_calls(child, address, chain, depth + 1);
        return false;
      default:
        return true;
    }
  });
}

// The last row of the line table at or before the address. dwarf_getsrc_die() would do, but gives no way back
// to the row before it.
std::optional<size_t> row_at(Dwarf_Lines* lines, size_t count, uint64_t address) {
  size_t low = 0;
  size_t high = count;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    Dwarf_Addr row_address = 0;
    if (dwarf_lineaddr(dwarf_onesrcline(lines, middle), &row_address) != 0) return std::nullopt;
    if (row_address <= address) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  if (low == 0) return std::nullopt;
  return low - 1;
}

}  // namespace

std::vector<SourceFrame> DwarfFrames::at(uint64_t address) {
  std::vector<SourceFrame> frames;
  Unit* unit = units_.unit_at(address);
  if (unit == nullptr) return frames;
  const auto* function = units_.index(*unit).functions.find(address);
  Location location = location_of_address(*unit, address, function == nullptr ? 0 : function->low);
  if (function == nullptr) {  // Assembly: lines without functions.
    if (location.line > 0) frames.push_back(frame_without_function(location, address));
    return frames;
  }
  std::vector<Dwarf_Die> chain = {function->value};
  find_inlined_calls(function->value, address, chain, 0);
  for (size_t i = chain.size(); i-- > 0;) {
    frames.push_back(frame(chain[i], location, address));
    frames.back().inlined = i > 0;
    if (i > 0) location = location_of_call(*unit, chain[i]);
  }
  return frames;
}

DwarfFrames::Location DwarfFrames::location_of_address(Unit& unit, uint64_t address,
                                                       uint64_t function_start) {
  Location location;
  Dwarf_Lines* lines = nullptr;
  size_t count = 0;
  if (dwarf_getsrclines(&unit.lines, &lines, &count) != 0) return location;
  std::optional<size_t> row = row_at(lines, count, address);
  // Code that belongs to no line (line 0: joined by the optimiser) is shown at the line before it in the
  // function.
  for (; row; row = *row == 0 ? std::nullopt : std::optional(*row - 1)) {
    Dwarf_Line* line = dwarf_onesrcline(lines, *row);
    Dwarf_Addr row_address = 0;
    bool end_of_sequence = true;
    if (line == nullptr || dwarf_lineaddr(line, &row_address) != 0 || row_address < function_start) break;
    if (dwarf_lineendsequence(line, &end_of_sequence) != 0 || end_of_sequence) break;
    int number = 0;
    if (dwarf_lineno(line, &number) != 0) break;
    if (number == 0) continue;
    location.line = number;
    dwarf_linecol(line, &location.column);
    if (const char* file = dwarf_linesrc(line, nullptr, nullptr)) {
      location.source = source_paths_.resolve(file, unit.directory, unit.has_relative_name);
    }
    break;
  }
  return location;
}

DwarfFrames::Location DwarfFrames::location_of_call(Unit& unit, const Dwarf_Die& inlined_call) {
  Location location;
  Dwarf_Word value = 0;
  Dwarf_Files* files = nullptr;
  size_t count = 0;
  if (unsigned_attribute(inlined_call, DW_AT_call_file, value) &&
      dwarf_getsrcfiles(&unit.root, &files, &count) == 0 && value < count) {
    if (const char* file = dwarf_filesrc(files, value, nullptr, nullptr)) {
      location.source = source_paths_.resolve(file, unit.directory, unit.has_relative_name);
    }
  }
  if (unsigned_attribute(inlined_call, DW_AT_call_line, value)) location.line = static_cast<int>(value);
  if (unsigned_attribute(inlined_call, DW_AT_call_column, value)) location.column = static_cast<int>(value);
  return location;
}

SourceFrame DwarfFrames::frame(const Dwarf_Die& function, const Location& location, uint64_t address) {
  SourceFrame frame = located(location);
  Dwarf_Die die = function;
  const std::optional<Dwarf_Die> record = names_.enclosing_record(function);
  // With line tables only, qualified names are known to the symbol table alone, and only of functions that
  // were not inlined.
  if (!record && linkage_name(function).empty() && dwarf_tag(&die) == DW_TAG_subprogram) {
    const std::string name = symbol_name(address);
    if (name.ends_with(')')) frame.full_function = name;
  }
  if (frame.full_function.empty()) frame.full_function = names_.function(function);
  frame.function = short_function_name(frame.full_function);

  // The file that declares a function tells best whose it is: a user's specialisation of std::hash is the
  // user's. What the compiler generates is declared nowhere, but its class is: the destructor of a tuple, the
  // function of a lambda.
  const char* declared_in = declared_file(function);
  if (declared_in == nullptr && record) declared_in = declared_file(*record);
  if (declared_in != nullptr) {
    frame.library = is_system_source(declared_in);
  } else {
    frame.library = is_library_function(frame.function) || is_system_source(location.source.path);
  }
  return frame;
}

SourceFrame DwarfFrames::frame_without_function(const Location& location, uint64_t address) {
  SourceFrame frame = located(location);
  frame.full_function = symbol_name(address);
  frame.function = short_function_name(frame.full_function);
  frame.library = is_library_function(frame.function) || is_system_source(location.source.path);
  return frame;
}

SourceFrame DwarfFrames::located(const Location& location) const {
  SourceFrame frame;
  frame.file = location.source.file;
  frame.path = location.source.path;
  frame.line = location.line;
  frame.column = location.column;
  return frame;
}

std::string DwarfFrames::symbol_name(uint64_t address) const {
  const Symbol* symbol = symbols_.function(address);
  return symbol == nullptr ? std::string() : demangle(symbol->name);
}

}  // namespace heddle::symbols
