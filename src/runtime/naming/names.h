// Names for addresses: objects that survive a different schedule, and the user's line behind a library call.
#pragma once

#include <unwind.h>
#include <cstdint>

#include "event/location.h"
#include "runtime/naming/load_map.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

struct ProgramMapping;

// Made by set_up_runtime(), before anything can be under control.
[[gnu::visibility("hidden")]] extern LoadMap* the_load_map;
inline LoadMap& load_map() {
  return *the_load_map;
}

Location name_of(std::uint64_t address);
// The same, and in a replay with what it takes to find the local variable.
Location name_for_people(std::uint64_t address);
// Whose stack it lies in, or null.
const Thread* owner_of(const Location& location);
// Adds the frame that the address lies in. A thread that has ended has none. Slow.
void name_frame(std::uint64_t address, const Thread& owner, Location& location);

// The id of a synchronisation object or atomic, which is always a scheduling point.
LocationId locate(std::uint64_t address);
// Two threads touch it, one of them writes: from now on its accesses are scheduling points, here and in later
// executions.
LocationId discover_shared(std::uint64_t address);

// Marks what earlier executions found shared.
void mark_shared_globals();
// A shared location of the block, or kNoLocation.
LocationId mark_shared_block(std::uint64_t start, std::uint64_t size, std::uint64_t object);
void mark_shared_mapping(const ProgramMapping& mapping);
void mark_shared_of_thread(const Thread& thread);

// Whether the unwinder has come to the end of a stack that has no mark there, as stacks of fibers may have
// none: the frame that it takes for the next caller would be read from above it.
bool is_past_the_stack(_Unwind_Context* context);

// The user's frames of the running thread, innermost first, by unwinding: for code that has no shadow stack.
std::vector<SiteId> unwound_stack();

// A frame of the running thread: where it is, and the lowest address of its part of the stack.
struct UnwoundFrame {
  std::uint64_t pc;
  std::uint64_t stack_pointer;
};
inline constexpr std::size_t kMostToldFrames = 200;
std::vector<UnwoundFrame> unwound_frames(std::size_t most = kMostToldFrames);
// Their sites in the user's modules.
std::vector<SiteId> sites_of(const std::vector<UnwoundFrame>& frames);

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
// inside it.
SiteId user_site(const CallSite& call);
// The same, and whether the program itself made the call: nothing but instrumented code and the C++ library
// lies between. What other libraries do for themselves they may order in ways that are not seen.
struct UserCall {
  SiteId site;
  bool is_own;
  SiteId innermost;  // the same, or a function of the C++ library's that may have some of the user's inlined
  operator SiteId() const { return site; }
};
UserCall user_call(const CallSite& call);
// What a block is named by that is allocated there: who called the program's own function for it.
SiteId allocation_site(SiteId site);
void prepare_call_sites();
// Another library may lie where one was.
void forget_call_sites();

}  // namespace heddle::runtime
