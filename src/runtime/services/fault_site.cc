#include "runtime/services/fault_site.h"

#include <unwind.h>
#include <algorithm>
#include <utility>

#include "runtime/naming/call_site.h"
#include "runtime/state/hot.h"
#include "runtime/system/readable.h"

namespace heddle::runtime {

namespace {

bool is_behind_system_call(std::uint64_t pc) {
#if defined(__x86_64__)
  constexpr unsigned char kSystemCall[] = {0x0f, 0x05};
#else
  constexpr unsigned char kSystemCall[] = {0x01, 0x00, 0x00, 0xd4};
#endif
  const auto* const before = reinterpret_cast<const unsigned char*>(pc) - sizeof kSystemCall;
  return std::equal(std::begin(kSystemCall), std::end(kSystemCall), before);
}

struct FirstUserFrame {
  std::uint64_t fault;
  bool below_fault;
  std::uint64_t found;
};

_Unwind_Reason_Code visit_user_frame(_Unwind_Context* context, void* argument) {
  auto& search = *static_cast<FirstUserFrame*>(argument);
  if (is_past_the_stack(context)) return _URC_END_OF_STACK;
  const std::uint64_t pc = _Unwind_GetIP(context);
  if (pc == search.fault) search.below_fault = true;
  if (!search.below_fault || !load_map().is_instrumented(pc)) return _URC_NO_REASON;
  search.found = pc;
  return _URC_END_OF_STACK;
}

}  // namespace

std::uint64_t call_to_nowhere(const ucontext_t& context) {
  const LoadMap& map = load_map();
  if (map.module_at(program_counter(context)) >= 0) return 0;
#if defined(__x86_64__)
  const auto* const top = reinterpret_cast<const std::uint64_t*>(stack_pointer(context));
  const std::uint64_t caller = is_readable(top, sizeof *top) ? *top : 0;
#else
  const std::uint64_t caller = context.uc_mcontext.regs[30];
#endif
  return map.is_instrumented(caller) ? caller : 0;
}

SiteId fault_site(std::uint64_t pc) {
  const LoadMap& map = load_map();
  if (map.is_instrumented(pc))
    return map.site_of(pc + 1);  // like a return address: symbols are looked up one before
  FirstUserFrame search{pc, pc == 0, 0};
  const bool active = std::exchange(hot.active, false);  // the unwinder uses functions that are interposed
  _Unwind_Backtrace(visit_user_frame, &search);
  hot.active = active;
  return search.found != 0 ? map.site_of(search.found) : map.site_of(pc);
}

SiteId interrupted_site(const void* context) {
  const std::uint64_t pc = program_counter(*static_cast<const ucontext_t*>(context));
  // The next instruction may belong to another line.
  if (load_map().is_instrumented(pc) && is_behind_system_call(pc)) return load_map().site_of(pc);
  return fault_site(pc);
}

}  // namespace heddle::runtime
