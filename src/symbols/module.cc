#include "symbols/module.h"

#include <charconv>
#include <iterator>

#include "symbols/demangle.h"
#include "symbols/library_code.h"
#include "symbols/line_ranges.h"

namespace heddle::symbols {
namespace {

// "bank+0x12ab"
std::string name_by_offset(const std::string& path, uint64_t address) {
  char digits[16];
  const auto end = std::to_chars(std::begin(digits), std::end(digits), address, 16).ptr;
  return path.substr(path.rfind('/') + 1) + "+0x" + std::string(digits, end);
}

std::optional<Variable> variable_of_symbol(const Symbol* symbol, uint64_t address, bool is_thread_local) {
  if (symbol == nullptr) return std::nullopt;
  Variable variable;
  variable.full_name = demangle(symbol->name);
  variable.name = short_variable_name(variable.full_name);
  variable.place = variable.name;
  variable.offset = address - symbol->address;
  variable.place_offset = variable.offset;
  variable.size = symbol->size;
  variable.is_thread_local = is_thread_local;
  return variable;
}

}  // namespace

Module::Module(std::string path, SourcePaths& source_paths) : path_(std::move(path)) {
  auto file = ElfFile::open(path_);
  if (file) {
    file_ = std::move(*file);
    units_ = DwarfUnits::open(*file_, *file_);
  }
  is_library_ = is_library_module(path_, units_ != nullptr);
  if (file_ == nullptr) return;
  if (units_ == nullptr) {
    debug_file_ = open_separate_debug_file(*file_);
    if (debug_file_ != nullptr) units_ = DwarfUnits::open(*file_, *debug_file_);
  }
  symbols_ = std::make_unique<SymbolTable>(*file_, debug_file_.get());
  if (units_ != nullptr) {
    dwarf_frames_.emplace(*units_, *symbols_, source_paths);
    dwarf_variables_.emplace(*units_, *symbols_, source_paths);
    dwarf_locals_.emplace(*units_, *file_);
    dwarf_types_.emplace(*units_);
  }
}

const std::vector<SourceFrame>& Module::frames(uint64_t address) {
  auto found = frames_.find(address);
  if (found == frames_.end()) found = frames_.emplace(address, find_frames(address)).first;
  return found->second;
}

std::vector<SourceFrame> Module::find_frames(uint64_t address) {
  std::vector<SourceFrame> frames;
  if (dwarf_frames_) frames = dwarf_frames_->at(address);
  if (frames.empty()) {
    SourceFrame frame;
    if (const Symbol* symbol = symbols_ == nullptr ? nullptr : symbols_->function(address)) {
      frame.full_function = demangle(symbol->name);
      frame.function = short_function_name(frame.full_function);
      frame.library = is_library_function(frame.function);
    }
    frames.push_back(std::move(frame));
  }
  for (SourceFrame& frame : frames) {
    if (frame.function.empty()) frame.function = frame.full_function = name_by_offset(path_, address);
    frame.library = frame.library || is_library_;
  }
  return frames;
}

std::optional<Variable> Module::local_variable(uint64_t address, const FramePlace& place,
                                               uint64_t access_size) {
  return dwarf_locals_ ? dwarf_locals_->at(address, place, access_size) : std::nullopt;
}

std::optional<Variable> Module::variable(uint64_t address, uint64_t access_size) {
  if (dwarf_variables_) {
    if (auto variable = dwarf_variables_->at(address, access_size)) return variable;
  }
  return variable_of_symbol(symbols_ == nullptr ? nullptr : symbols_->object(address), address, false);
}

std::optional<Variable> Module::tls_variable(uint64_t offset, uint64_t access_size) {
  if (dwarf_variables_) {
    if (auto variable = dwarf_variables_->thread_local_at(offset, access_size)) return variable;
  }
  return variable_of_symbol(symbols_ == nullptr ? nullptr : symbols_->thread_local_object(offset), offset,
                            true);
}

std::optional<Variable> Module::member(uint64_t address, std::string_view type, uint64_t offset,
                                       uint64_t access_size) {
  Unit* unit = units_ == nullptr ? nullptr : units_->unit_at(address);
  const std::optional<Dwarf_Die> record =
      unit == nullptr ? std::nullopt : dwarf_types_->record_named(*unit, type);
  if (!record || offset >= dwarf_types_->size_of(*record)) return std::nullopt;
  const MemberPath member = dwarf_types_->member_at(*record, offset, access_size);
  Variable variable;
  variable.name = variable.full_name = type;
  variable.place = member.path;
  variable.type = member.type;
  variable.offset = offset;
  variable.size = dwarf_types_->size_of(*record);
  variable.place_offset = member.remainder;
  return variable;
}

std::vector<Symbol> Module::functions() const {
  std::vector<Symbol> functions;
  if (symbols_ == nullptr) return functions;
  for (const RangeMap<Symbol>::Entry& entry : symbols_->functions()) functions.push_back(entry.value);
  return functions;
}

std::vector<LineRange> Module::lines() const {
  return units_ != nullptr ? line_ranges(*units_) : std::vector<LineRange>();
}

std::optional<std::string> Module::build_id() const {
  if (file_ == nullptr || file_->build_id().empty()) return std::nullopt;
  return file_->build_id();
}

}  // namespace heddle::symbols
