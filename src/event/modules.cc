#include "event/modules.h"

#include <algorithm>
#include <string_view>

namespace heddle {

bool is_system_library(std::string_view path) {
  static constexpr std::string_view kNames[] = {
      "libc.so",      "libm.so",    "libgcc_s.so",   "libstdc++.so", "ld-linux",
      "libheddle.so", "linux-vdso", "libpthread.so", "libdl.so",     "librt.so",
      "libatomic.so", "libc++.so",  "libc++abi.so",  "libunwind.so", "libmvec.so",
      "libresolv.so", "libnss_",    "libutil.so",    "libgomp.so",   "libomp.so"};
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name.empty() || std::any_of(std::begin(kNames), std::end(kNames),
                                     [name](std::string_view known) { return name.starts_with(known); });
}

bool is_opaque(const Module& module) {
  return !module.instrumented && !is_system_library(module.path);
}

bool has_opaque_module(const ModuleTable& table) {
  return std::any_of(table.modules.begin(), table.modules.end(), is_opaque);
}

}  // namespace heddle
