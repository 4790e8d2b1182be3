#include "runtime/naming/call_site.h"

#include <unwind.h>
#include <algorithm>
#include <utility>

#include "runtime/naming/frame_sizes.h"
#include "runtime/naming/loaded_modules.h"
#include "runtime/state/hot.h"
#include "runtime/system/readable.h"

namespace heddle::runtime {

bool is_past_the_stack(_Unwind_Context* context) {
  const std::uint64_t stack_pointer = _Unwind_GetCFA(context);
  const Thread* const self = hot.current;
  if (self != nullptr && stack_pointer - self->stack_low < self->stack_high - self->stack_low) return false;
  return !is_readable(reinterpret_cast<const void*>(stack_pointer), sizeof stack_pointer);
}

namespace {

// Code without instrumentation has no shadow frames, so its callers are found by unwinding. That is slow:
// sizes of frames are kept (frame_sizes.h).

struct FrameSearch {
  std::uint64_t return_address;
  std::uint64_t stack_pointer;
  bool found;
  std::uint64_t size;    // of the frame; 0: not found
  std::uint64_t caller;  // the return address in the next frame
  bool is_signal;  // the frame is a signal's: what it interrupted lies anywhere, perhaps on another stack
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  auto& search = *static_cast<FrameSearch*>(argument);
  if (is_past_the_stack(context)) return _URC_END_OF_STACK;
  const std::uint64_t stack_pointer = _Unwind_GetCFA(context);
  if (search.found) {
    int is_interrupted = 0;
    search.size = stack_pointer - search.stack_pointer;
    search.caller = _Unwind_GetIPInfo(context, &is_interrupted);
    search.is_signal = is_interrupted != 0;
    return _URC_END_OF_STACK;
  }
  if (_Unwind_GetIP(context) == search.return_address && stack_pointer == search.stack_pointer)
    search.found = true;
  return _URC_NO_REASON;
}

void find_frame(FrameSearch& search) {
  hot.active = false;  // the unwinder uses functions that are interposed
  _Unwind_Backtrace(visit_frame, &search);
  hot.active = true;
}

// From the call of an interposed function to its callers.
#if defined(__x86_64__)
class CallerWalk {
 public:
  void begin(const CallSite&) {}
  // From a call to that of the function that made it; false: it is not found.
  bool go_up(CallSite& call) {
    FrameSize& known = frame_sizes::at(call.return_address);
    if (known.return_address != call.return_address) {
      FrameSearch search{call.return_address, call.stack_pointer, false, 0, 0, false};
      find_frame(search);
      if (search.is_signal) {
        call = {search.caller, call.stack_pointer + search.size};
        return true;
      }
      known = {call.return_address, static_cast<std::uint32_t>(search.size), 0};
    }
    if (known.size == 0) return false;
    call.stack_pointer += known.size;
    call.return_address = *reinterpret_cast<const std::uint64_t*>(call.stack_pointer - 8);
    return true;
  }
};
#else
// The return address may lie anywhere in the frame. Nearly all code keeps it in a frame record, to which x29
// points. Whether the code at hand does, and how long its frame is, the unwinder says at first. That holds as
// long as the record is at the same distance from the stack pointer: in a function with alloca it need not
// be.
class CallerWalk {
 public:
  // Our own functions keep records, so that x29 in the caller is known.
  [[gnu::always_inline]] inline void begin(const CallSite& call) {
    auto* own = static_cast<const Record*>(__builtin_frame_address(0));
    constexpr int kMostOwnFrames = 12;
    for (int i = 0; i < kMostOwnFrames; ++i) {
      if (own->return_address == call.return_address) {
        record_ = own->next;
        return;
      }
      if (own->next <= own || address_of(own->next) >= call.stack_pointer) return;
      own = own->next;
    }
  }

  bool go_up(CallSite& call) {
    FrameSize& known = frame_sizes::at(call.return_address);
    const std::uint64_t distance = address_of(record_) - call.stack_pointer;
    if (known.return_address != call.return_address || known.record != distance)
      return ask_unwinder(call, known);
    call = {record_->return_address, call.stack_pointer + known.size};
    record_ = record_->next;
    return true;
  }

 private:
  struct Record {
    const Record* next;
    std::uint64_t return_address;
  };
  static std::uint64_t address_of(const Record* record) { return reinterpret_cast<std::uint64_t>(record); }

  [[gnu::noinline]] bool ask_unwinder(CallSite& call, FrameSize& known) {
    FrameSearch search{call.return_address, call.stack_pointer, false, 0, 0, false};
    find_frame(search);
    if (search.size == 0) return false;
    const std::uint64_t distance = address_of(record_) - call.stack_pointer;
    const bool is_in_frame = distance < search.size && search.size - distance >= sizeof(Record);
    const bool has_record = is_in_frame && distance % 8 == 0 && record_->return_address == search.caller;
    if (has_record)
      known = {call.return_address, static_cast<std::uint32_t>(search.size),
               static_cast<std::uint32_t>(distance)};
    record_ = has_record ? record_->next : nullptr;
    call = {search.caller, call.stack_pointer + search.size};
    return true;
  }

  const Record* record_ = nullptr;  // of the function that made the call; null: not known
};
#endif

// The site itself, or the nearest caller that the user wrote.
SiteId user_code_from(SiteId site) {
  const LoadMap& map = load_map();
  if (!map.is_library_code(site)) return site;
  const Thread& self = *hot.current;
  if (self.depth > kMaxShadowFrames) return site;
  for (std::uint32_t i = self.depth; i-- > 0;) {
    const CodeFacts& caller = map.facts_of(self.frames[i].return_address);
    if (!caller.is_library_code) return caller.site;
  }
  return site;
}

}  // namespace

// The unwinder sets itself up when it is first used. That must have happened before an execution starts, or
// it would depend on what we know already whether the program does it, where everybody sees it.
void prepare_call_sites() {
  _Unwind_Backtrace([](_Unwind_Context*, void*) { return _URC_NO_REASON; }, nullptr);
  frame_sizes::prepare();
}

SiteId innermost_site() {
  struct Search {
    std::uint64_t found;
  } search{0};
  const auto visit = [](_Unwind_Context* context, void* argument) {
    if (is_past_the_stack(context)) return _URC_END_OF_STACK;
    const std::uint64_t pc = _Unwind_GetIP(context);
    if (!load_map().is_users_module(pc)) return _URC_NO_REASON;
    static_cast<Search*>(argument)->found = pc;
    return _URC_END_OF_STACK;
  };
  const bool active = hot.active;
  hot.active = false;  // the unwinder uses functions that are interposed
  _Unwind_Backtrace(visit, &search);
  hot.active = active;
  return search.found == 0 ? kNoSite : user_code_from(load_map().site_of(search.found));
}

namespace {

// Inlined: each frame between here and the user's is one more for the unwinder, which is most of the time
// that this takes.
[[gnu::always_inline]] inline UserCall find_user_call(const CallSite& call) {
  const LoadMap& map = load_map();
  CallSite frame = call;
  CallerWalk callers;
  bool is_system = true;
  bool is_own = true;
  if (!map.facts_of(call.return_address).is_loaded) look_for_modules();
  constexpr int kMaxLibraryFrames = 24;
  for (int i = 0; i < kMaxLibraryFrames; ++i) {
    const CodeFacts& code = map.facts_of(frame.return_address);
    // No other thread knows what lies in the frames of libc and the C++ library.
    if (is_system) {
      is_system = code.is_system_code;
      hot.current->stack_pointer = frame.stack_pointer;
    }
    is_own = is_own && code.calls_for_the_user;
    if (code.is_users_module) {
      if (!code.is_library_code) return {code.site, is_own, code.site};
      if (code.is_instrumented)
        return {user_code_from(code.site), is_own, code.site};  // the shadow stack knows the rest
    }
    if (i == 0) callers.begin(call);
    if (!callers.go_up(frame)) break;
  }
  const SiteId site = map.site_of(call.return_address);
  return {site, false, site};
}

}  // namespace

UserCall user_call_from_library(const CallSite& call) {
  return find_user_call(call);
}

SiteId allocation_site(SiteId site) {
  const LoadMap& map = load_map();
  const Thread& self = *hot.current;
  if (!map.is_allocator(site) || self.depth > kMaxShadowFrames) return site;
  for (std::uint32_t i = self.depth; i-- > 0;) {
    const CodeFacts& caller = map.facts_of(self.frames[i].return_address);
    if (!caller.is_library_code && !map.is_allocator(caller.site)) return caller.site;
  }
  return site;
}

std::vector<UnwoundFrame> unwound_frames(std::size_t most) {
  struct Found {
    std::vector<UnwoundFrame> frames;
    std::size_t most;
  } result{{}, most};
  const auto visit = [](_Unwind_Context* context, void* argument) {
    auto& found = *static_cast<Found*>(argument);
    const std::uint64_t pc = _Unwind_GetIP(context);
    if (pc == 0 || found.frames.size() >= found.most || is_past_the_stack(context)) return _URC_END_OF_STACK;
    found.frames.push_back({pc, _Unwind_GetCFA(context)});
    return _URC_NO_REASON;
  };
  const bool active = hot.active;
  hot.active = false;
  _Unwind_Backtrace(visit, &result);
  hot.active = active;
  return std::move(result.frames);
}

std::vector<SiteId> sites_of(const std::vector<UnwoundFrame>& frames) {
  std::vector<SiteId> sites;
  for (const UnwoundFrame& frame : frames)
    if (load_map().is_users_module(frame.pc)) sites.push_back(load_map().site_of(frame.pc));
  return sites;
}

std::vector<SiteId> unwound_stack() {
  return sites_of(unwound_frames());
}

std::vector<SiteId> stack_of(const Thread& thread, SiteId innermost) {
  std::vector<SiteId> stack;
  if (innermost != kNoSite) stack.push_back(innermost);
  std::uint32_t index = thread.depth;
  std::uint64_t below = 0;
  constexpr std::size_t kMaxFrames = 200;
  while (index-- > 0 && stack.size() < kMaxFrames) {
    const ShadowFrame& frame = thread.frame_at(index);
    if (frame.stack_pointer <= below) continue;  // left behind by longjmp, or by a callee in the ring
    below = frame.stack_pointer;
    const SiteId site = load_map().site_of(frame.return_address);
    if (site != kNoSite) stack.push_back(site);
  }
  return stack;
}

}  // namespace heddle::runtime
