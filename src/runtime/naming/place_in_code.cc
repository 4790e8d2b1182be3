#include "runtime/naming/place_in_code.h"

#include "runtime/naming/load_map.h"

namespace heddle::runtime {

std::optional<CodeRange> code_of(const ProgramPlace& place) {
  if (place.file.empty()) return CodeRange{};
  for (const Module& module : load_map().table().modules)
    if (module.path == place.file) return CodeRange{module.bias + place.start, place.size};
  return std::nullopt;
}

}  // namespace heddle::runtime
