// One ELF file on disk, and where to find the debug information that was split off from it.
#pragma once

#include <libelf.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "event/result.h"

namespace heddle::symbols {

class ElfFile {
 public:
  static Result<std::unique_ptr<ElfFile>> open(const std::string& path);
  ~ElfFile();
  ElfFile(const ElfFile&) = delete;
  ElfFile& operator=(const ElfFile&) = delete;

  Elf* elf() const { return elf_; }
  const std::string& path() const { return path_; }

  // In hexadecimal; empty if the linker wrote none (clang does not ask for one).
  const std::string& build_id() const { return build_id_; }

  // Whether the address belongs to a segment that is loaded. Debug information of code that the linker threw
  // away points to 0 or to the end of the address space.
  bool is_loaded(uint64_t address) const;

 private:
  ElfFile(std::string path, int descriptor, Elf* elf);
  void read_segments();
  void read_build_id();

  std::string path_;
  int descriptor_;
  Elf* elf_;
  std::string build_id_;
  std::vector<std::pair<uint64_t, uint64_t>> segments_;
};

// The file with the debug information of a stripped one: by build id below /usr/lib/debug, or by the name and
// checksum of .gnu_debuglink in the places where gdb looks. Nothing is fetched from a network. Null if there
// is none.
std::unique_ptr<ElfFile> open_separate_debug_file(const ElfFile& stripped);

}  // namespace heddle::symbols
