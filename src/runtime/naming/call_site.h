// From the return address of an interposed function to the user's own code, and the stacks of threads.
#pragma once

#include <unwind.h>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "event/ids.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/program.h"

namespace heddle::runtime {

// Where a library function was called, as the callee sees it.
struct CallSite {
  std::uint64_t return_address;
  std::uint64_t stack_pointer;  // in the caller, at the call
};

#define HEDDLE_CALL_SITE                                          \
  ::heddle::runtime::CallSite {                                   \
    reinterpret_cast<std::uint64_t>(__builtin_return_address(0)), \
        reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa())    \
  }

// The innermost instrumented code on the stack of the running thread, wherever the call comes from. Slow.
SiteId innermost_site();

// The innermost code of the user's own on the way to the call: the line that says lock_guard, not the one
// inside it; and whether the program itself made the call: nothing but instrumented code and the C++ library
// lies between. What other libraries do for themselves they may order in ways that are not seen.
struct UserCall {
  SiteId site;
  bool is_own;
  SiteId innermost;  // the same, or a function of the C++ library's that may have some of the user's inlined
  operator SiteId() const { return site; }
};
UserCall user_call_from_library(const CallSite& call);
// Most calls come from there at once.
[[gnu::always_inline]] inline UserCall user_call(const CallSite& call) {
  const CodeFacts& code = load_map().facts_of(call.return_address);
  if (!code.is_loaded || !code.is_users_module || code.is_library_code) return user_call_from_library(call);
  hot.current->stack_pointer = call.stack_pointer;
  return {code.site, code.calls_for_the_user, code.site};
}
inline SiteId user_site(const CallSite& call) {
  return user_call(call).site;
}
// What a block is named by that is allocated there: who called the program's own function for it.
SiteId allocation_site(SiteId site);
void prepare_call_sites();

// Whether the unwinder has come to the end of a stack that has no mark there, as stacks of fibers may have
// none: the frame that it takes for the next caller would be read from above it.
bool is_past_the_stack(_Unwind_Context* context);

// The frames of the running thread, innermost first.
std::vector<UnwoundFrame> unwound_frames(std::size_t most = kMostToldFrames);
// Their sites in the user's modules.
std::vector<SiteId> sites_of(const std::vector<UnwoundFrame>& frames);
// Both at once: for code that has no shadow stack.
std::vector<SiteId> unwound_stack();
// The stack of a thread, innermost frame first: where it is, then the callers that the shadow stack knows.
std::vector<SiteId> stack_of(const Thread& thread, SiteId innermost);

}  // namespace heddle::runtime
