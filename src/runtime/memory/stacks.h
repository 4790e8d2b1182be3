// Stacks at fixed addresses, so that a program that looks at addresses finds the same ones in every execution
// and replay, whatever the environment's length or the history of the process.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/memory/arena.h"

namespace heddle::runtime {

struct Stack {
  char* low = nullptr;  // above the guard page; null: not to be had
  std::size_t size = 0;

  char* high() const { return low + size; }
};

inline constexpr MemoryRange kStacks{0x2000'0000'0000ull, 0x3000'0000'0000ull};

// Number 0 is the main thread's. As large as the system's limit for a stack says, or larger if `size` is.
Stack map_stack(std::size_t number, std::size_t size = 0);

std::size_t stack_size();

}  // namespace heddle::runtime
