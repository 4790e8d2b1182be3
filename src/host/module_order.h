// Places in the code are numbers of modules and offsets: they mean the same in two processes if the modules
// lie in the same order.
#pragma once

#include <algorithm>
#include <cstddef>

#include "event/modules.h"

namespace heddle::host {

inline bool means_the_same(const ModuleTable& one, const ModuleTable& other) {
  const std::size_t common = std::min(one.modules.size(), other.modules.size());
  return std::equal(one.modules.begin(), one.modules.begin() + static_cast<std::ptrdiff_t>(common),
                    other.modules.begin(), [](const Module& a, const Module& b) {
                      return a.first == b.first && a.size == b.size && a.path == b.path;
                    });
}

}  // namespace heddle::host
