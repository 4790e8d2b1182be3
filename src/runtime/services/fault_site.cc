#include "runtime/services/fault_site.h"

#include <unwind.h>
#include <algorithm>
#include <cstring>
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

// In an entry of the procedure linkage table: code of the program's file that belongs to no line of it.
bool is_in_linkage_table(std::uint64_t pc) {
#if defined(__x86_64__)
  constexpr unsigned char kMarkOfTarget[] = {0xf3, 0x0f, 0x1e, 0xfa};  // endbr64
  constexpr unsigned char kJumpByTable[] = {0xff, 0x25};               // jmp *offset(%rip)
  const auto* code = reinterpret_cast<const unsigned char*>(pc);
  if (std::equal(std::begin(kMarkOfTarget), std::end(kMarkOfTarget), code)) code += sizeof kMarkOfTarget;
  return std::equal(std::begin(kJumpByTable), std::end(kJumpByTable), code);
#else
  constexpr std::uint32_t kJumpByTable = 0xd61f0220;  // br x17, the last of four
  std::uint32_t code[4];
  std::memcpy(code, reinterpret_cast<const void*>(pc), sizeof code);
  return std::find(std::begin(code), std::end(code), kJumpByTable) != std::end(code);
#endif
}

struct FirstUserFrame {
  std::uint64_t fault;
  bool below_fault;
  std::uint64_t found;
};

// Where the program called what has not yet run an instruction of its own; 0: not by the program.
std::uint64_t call_just_made(const ucontext_t& context) {
#if defined(__x86_64__)
  const auto* const top = reinterpret_cast<const std::uint64_t*>(stack_pointer(context));
  const std::uint64_t caller = is_readable(top, sizeof *top) ? *top : 0;
#else
  const std::uint64_t caller = context.uc_mcontext.regs[30];
#endif
  return load_map().is_instrumented(caller) ? caller : 0;
}

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
  return load_map().module_at(program_counter(context)) >= 0 ? 0 : call_just_made(context);
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
  const auto& interrupted = *static_cast<const ucontext_t*>(context);
  const std::uint64_t pc = program_counter(interrupted);
  if (!load_map().is_instrumented(pc)) return fault_site(pc);
  // The next instruction may belong to another line.
  if (is_behind_system_call(pc)) return load_map().site_of(pc);
  const std::uint64_t caller = is_in_linkage_table(pc) ? call_just_made(interrupted) : 0;
  return caller != 0 ? load_map().site_of(caller) : fault_site(pc);
}

}  // namespace heddle::runtime
