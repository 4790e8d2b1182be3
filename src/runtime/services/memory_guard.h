// Both guards of memory, as the engine asks them.
#pragma once

#include <cstdint>

#include "runtime/engine/services.h"
#include "runtime/memory/heap.h"
#include "runtime/services/stack_guard.h"

namespace heddle::runtime {

MemoryGuard& memory_guard();

// Not freed yet, and no frame that is gone.
inline bool is_memory(const volatile void* object) {
  const auto address = reinterpret_cast<std::uint64_t>(object);
  if (heap::owns(reinterpret_cast<const void*>(address))) return heap::find(address).live;
  return !stack_guard::is_near(address) || !stack_guard::is_gone(address);
}

}  // namespace heddle::runtime
