// The heap has one place in a process: whoever tests it shares it.
#pragma once

#include "runtime/memory/heap.h"

namespace heddle::runtime::testing {

inline bool heap_is_reserved() {
  static const bool kReserved = heap::reserve();
  return kReserved;
}

}  // namespace heddle::runtime::testing
