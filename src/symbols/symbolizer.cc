#include "symbols/symbolizer.h"

#include <filesystem>
#include <utility>

#include "symbols/module.h"

namespace heddle::symbols {
namespace {

std::string current_directory() {
  std::error_code error;
  return std::filesystem::current_path(error).string();
}

}  // namespace

Symbolizer::Symbolizer() : Symbolizer(current_directory()) {}

Symbolizer::Symbolizer(std::string working_directory) : source_paths_(std::move(working_directory)) {}

Symbolizer::~Symbolizer() = default;

Module& Symbolizer::module(const std::string& path) {
  auto found = modules_.find(path);
  if (found == modules_.end()) {
    found = modules_.emplace(path, std::make_unique<Module>(path, source_paths_)).first;
  }
  return *found->second;
}

const std::vector<SourceFrame>& Symbolizer::frames(const std::string& path, uint64_t offset,
                                                   bool is_return_address) {
  return module(path).frames(is_return_address && offset > 0 ? offset - 1 : offset);
}

std::optional<SourceFrame> Symbolizer::user_frame(const std::string& path, uint64_t offset,
                                                  bool is_return_address) {
  for (const SourceFrame& frame : frames(path, offset, is_return_address)) {
    if (!frame.library) return frame;
  }
  return std::nullopt;
}

std::optional<Variable> Symbolizer::variable(const std::string& path, uint64_t offset, uint64_t access_size) {
  return module(path).variable(offset, access_size);
}

std::optional<Variable> Symbolizer::tls_variable(const std::string& path, uint64_t tls_offset,
                                                 uint64_t access_size) {
  return module(path).tls_variable(tls_offset, access_size);
}

std::optional<Variable> Symbolizer::local_variable(const std::string& path, uint64_t return_address,
                                                   const FramePlace& place, uint64_t access_size) {
  return module(path).local_variable(return_address - 1, place, access_size);
}

std::optional<Variable> Symbolizer::member(const std::string& path, uint64_t return_address,
                                           std::string_view type, uint64_t offset, uint64_t access_size) {
  return module(path).member(return_address - 1, type, offset, access_size);
}

std::vector<Symbol> Symbolizer::functions(const std::string& path) {
  return module(path).functions();
}

std::vector<LineRange> Symbolizer::lines(const std::string& path) {
  return module(path).lines();
}

std::optional<std::string> Symbolizer::build_id(const std::string& path) {
  return module(path).build_id();
}

bool Symbolizer::has_debug_info(const std::string& path) {
  return module(path).has_debug_info();
}

}  // namespace heddle::symbols
