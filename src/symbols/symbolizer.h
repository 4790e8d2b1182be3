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

namespace heddle::symbols {

struct SourceFrame {
  std::string function;       // "Bank::transfer"; if nothing is known "bank+0x12ab".
  std::string full_function;  // "Bank::transfer(int, int)"
  std::string file;           // For a person: as given to the compiler. Empty if unknown.
  std::string path;           // For opening it.
  int line = 0;               // 0 if unknown.
  int column = 0;
  bool inlined = false;  // Inlined into the next frame.
  bool library = false;  // Not the user's code: std::, system headers, the toolchain's libraries.
};

struct Variable {
  std::string name;       // "Bank::lock", "transfer()::lock"
  std::string full_name;  // "transfer(int, int)::lock"
  std::string place;    // What the address means: "account[2].balance"; the name alone if types do not tell.
  std::string type;     // Of `place`; empty if unknown.
  uint64_t offset = 0;  // In the variable.
  uint64_t size = 0;    // Of the variable.
  uint64_t place_offset = 0;  // In `place`.
  std::string file;           // Where it is declared, as in SourceFrame.
  std::string path;
  int line = 0;
  bool is_thread_local = false;
};

// A place in a stack frame: from the frame's canonical address, and how far below that the stack pointer is
// (0: not known).
struct FramePlace {
  int64_t offset = 0;
  uint64_t frame_size = 0;
};

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

  // In hexadecimal.
  std::optional<std::string> build_id(const std::string& path);
  bool has_debug_info(const std::string& path);

 private:
  Module& module(const std::string& path);

  SourcePaths source_paths_;
  std::unordered_map<std::string, std::unique_ptr<Module>> modules_;
};

}  // namespace heddle::symbols
