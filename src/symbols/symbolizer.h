// Addresses of a program, as a person reads them: functions with file and line, variables with the path to
// the member. Works on the files alone, no process is needed. A place is (path of the ELF file, offset),
// where the offset is the virtual address minus the module's load bias: an address as in the file's own
// headers.
//
// Nothing is fetched from a network. What cannot be known is left out; broken files are not an error. Files
// are opened when first asked for and kept. Not for use by several threads at once.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "symbols/demangle.h"
#include "symbols/source_line.h"
#include "symbols/source_paths.h"
#include "symbols/symbol_table.h"
#include "symbols/symbols.h"

namespace heddle::symbols {

class Module;

class Symbolizer {
 public:
  Symbolizer();  // Names of files are shortened relative to the current directory.
  explicit Symbolizer(std::string working_directory);
  ~Symbolizer();

  // All frames at a code address, innermost first, inlined calls expanded; never empty. A return address
  // points behind the call it belongs to.
  const std::vector<SourceFrame>& frames(const std::string& path, uint64_t offset, bool is_return_address);

  // The frame to show to a user: the innermost that is not library code. None if all are.
  std::optional<SourceFrame> user_frame(const std::string& path, uint64_t offset, bool is_return_address);

  // The global or static variable that covers a data address. The size of the access, if known, keeps an
  // access to a whole structure from being taken for one to its first member.
  std::optional<Variable> variable(const std::string& path, uint64_t offset, uint64_t access_size = 0);

  // The thread_local variable at an offset in the module's TLS block (as it lies in the PT_TLS segment).
  std::optional<Variable> tls_variable(const std::string& path, uint64_t tls_offset,
                                       uint64_t access_size = 0);

  // The local variable or parameter that lies there in a function's stack frame. The function is told by a
  // return address in it.
  std::optional<Variable> local_variable(const std::string& path, uint64_t return_address,
                                         const FramePlace& place, uint64_t access_size = 0);

  // What lies at an offset in an object of a type that the code at the address knows by this name: `place` is
  // the way from the object, ".next". None if there is no such type, or more than one.
  std::optional<Variable> member(const std::string& path, uint64_t return_address, std::string_view type,
                                 uint64_t offset, uint64_t access_size = 0);

  // All functions that the file defines, by their address; names as in the file.
  std::vector<Symbol> functions(const std::string& path);

  // Which code of the file belongs to which line of source, by address; empty without debug information.
  std::vector<LineRange> lines(const std::string& path);

  // In hexadecimal.
  std::optional<std::string> build_id(const std::string& path);
  bool has_debug_info(const std::string& path);

 private:
  Module& module(const std::string& path);

  SourcePaths source_paths_;
  std::unordered_map<std::string, std::unique_ptr<Module>> modules_;
};

}  // namespace heddle::symbols
