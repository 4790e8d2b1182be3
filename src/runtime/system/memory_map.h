// The mappings of this process, as /proc says, without libc.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace heddle::runtime {

struct Mapping {
  std::uint64_t start;
  std::uint64_t end;
  bool writable;
  bool executable;
  bool readable;
  bool shared;
  bool of_file;
  bool special;  // the kernel's own: [vdso] and its like

  friend bool operator==(const Mapping&, const Mapping&) = default;
};

// Empty when /proc cannot be read.
std::vector<Mapping> read_memory_map();

}  // namespace heddle::runtime
