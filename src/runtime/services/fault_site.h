// Where a signal interrupted the program.
#pragma once

#include <ucontext.h>
#include <cstdint>

#include "event/ids.h"

namespace heddle::runtime {

inline std::uint64_t program_counter(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RIP]);
#else
  return context.uc_mcontext.pc;
#endif
}

inline std::uint64_t stack_pointer(const ucontext_t& context) {
#if defined(__x86_64__)
  return static_cast<std::uint64_t>(context.uc_mcontext.gregs[REG_RSP]);
#else
  return context.uc_mcontext.sp;
#endif
}

// Where the call was made that led to an address without code; 0: not known.
std::uint64_t call_to_nowhere(const ucontext_t& context);
// The instrumented code that faulted or called the library function that did.
SiteId fault_site(std::uint64_t pc);
// The line of the user's that a signal interrupted, by the handler's third argument.
SiteId interrupted_site(const void* context);

}  // namespace heddle::runtime
