// Code addresses of all loaded modules in one space of 32 bits: module k occupies [first, first + size). The
// executable comes first and starts at 0, so that its site ids are offsets into it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "event/ids.h"

namespace heddle {

struct Module {
  std::string path;
  std::string build_id;     // hexadecimal, may be empty
  std::uint64_t bias = 0;   // address in the process - address in the file
  std::uint64_t start = 0;  // first mapped address in the process; 0: it is not loaded (now)
  std::uint64_t size = 0;
  SiteId first = 0;  // where it lies in the space of site ids
  bool instrumented = false;

  void move_to(std::uint64_t new_start) {
    bias += new_start - start;
    start = new_start;
  }

  // Site ids count from the start of the mapping; files count from address 0.
  std::uint64_t file_address(SiteId site) const { return start - bias + (site - first); }
};

struct ModuleTable {
  std::vector<Module> modules;

  const Module* find(SiteId site) const {
    for (const Module& module : modules)
      if (site >= module.first && site - module.first < module.size) return &module;
    return nullptr;
  }
};

// The compiler's and libc's own, which everybody has and nobody builds himself.
bool is_system_library(std::string_view path);
// Neither instrumented nor a system library: what its atomics order is not seen.
bool is_opaque(const Module& module);
bool has_opaque_module(const ModuleTable& table);

}  // namespace heddle
