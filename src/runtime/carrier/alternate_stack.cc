#include "runtime/carrier/alternate_stack.h"

#include <csignal>
#include <cstddef>

#include "runtime/memory/arena.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

void use_alternate_stack() {
  constexpr std::size_t kAlternateStackSize = 256 * 1024;
  stack_t stack{};
  stack.ss_sp = reserve_memory(kAlternateStackSize);
  stack.ss_size = kAlternateStackSize;
  real().sigaltstack(&stack, nullptr);
}

}  // namespace heddle::runtime
