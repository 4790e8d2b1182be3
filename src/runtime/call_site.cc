// From the return address of an interposed function to the user's own code.
#include <unwind.h>
#include <utility>

#include "runtime/hot.h"
#include "runtime/loaded_modules.h"
#include "runtime/names.h"

namespace heddle::runtime {

namespace {

// Code without instrumentation has no shadow frames, so its callers are found by unwinding. That is slow, but
// on x86_64 the distance from one return address to the next on the stack belongs to the call instruction: it
// is looked up once.
struct FrameSize {
  std::uint64_t return_address;
  std::uint64_t size;  // 0: unknown
};

constexpr std::size_t kCacheSize = 1024;
FrameSize* frame_sizes = nullptr;  // lasting memory

struct Search {
  std::uint64_t return_address;
  std::uint64_t stack_pointer;
  bool found;
  std::uint64_t size;    // of the frame; 0: not found
  std::uint64_t caller;  // the return address in the next frame
};

_Unwind_Reason_Code visit_frame(_Unwind_Context* context, void* argument) {
  auto& search = *static_cast<Search*>(argument);
  const std::uint64_t stack_pointer = _Unwind_GetCFA(context);
  if (search.found) {
    search.size = stack_pointer - search.stack_pointer;
    search.caller = _Unwind_GetIP(context);
    return _URC_END_OF_STACK;
  }
  if (_Unwind_GetIP(context) == search.return_address && stack_pointer == search.stack_pointer)
    search.found = true;
  return _URC_NO_REASON;
}

void find_frame(Search& search) {
  hot.active = false;  // the unwinder uses functions that are interposed
  _Unwind_Backtrace(visit_frame, &search);
  hot.active = true;
}

[[maybe_unused]] std::uint64_t frame_size(const CallSite& call) {
  FrameSize& entry = frame_sizes[(call.return_address * 0x9e3779b97f4a7c15ull) >> 54];
  if (entry.return_address == call.return_address) return entry.size;
  Search search{call.return_address, call.stack_pointer, false, 0, 0};
  find_frame(search);
  entry = {call.return_address, search.size};
  return search.size;
}

#if defined(__x86_64__)
bool caller_of(CallSite& call) {
  const std::uint64_t size = frame_size(call);
  if (size == 0) return false;
  call.stack_pointer += size;
  call.return_address = *reinterpret_cast<const std::uint64_t*>(call.stack_pointer - 8);
  return true;
}
#else
// The return address may lie anywhere in the frame: the unwinder is asked each time.
bool caller_of(CallSite& call) {
  Search search{call.return_address, call.stack_pointer, false, 0, 0};
  find_frame(search);
  if (search.size == 0) return false;
  call = {search.caller, call.stack_pointer + search.size};
  return true;
}
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
  if (frame_sizes == nullptr) frame_sizes = new FrameSize[kCacheSize]{};
}

SiteId innermost_site() {
  struct Search {
    std::uint64_t found;
  } search{0};
  const auto visit = [](_Unwind_Context* context, void* argument) {
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
      if (!code.is_library_code) return {code.site, is_own};
      if (code.is_instrumented)
        return {user_code_from(code.site), is_own};  // the shadow stack knows the rest
    }
    if (!caller_of(frame)) break;
  }
  return {map.site_of(call.return_address), false};
}

}  // namespace

UserCall user_call(const CallSite& call) {
  return find_user_call(call);
}

SiteId user_site(const CallSite& call) {
  return find_user_call(call).site;
}

std::vector<UnwoundFrame> unwound_frames(std::size_t most) {
  struct Found {
    std::vector<UnwoundFrame> frames;
    std::size_t most;
  } result{{}, most};
  const auto visit = [](_Unwind_Context* context, void* argument) {
    auto& found = *static_cast<Found*>(argument);
    const std::uint64_t pc = _Unwind_GetIP(context);
    if (pc == 0 || found.frames.size() >= found.most) return _URC_END_OF_STACK;
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

}  // namespace heddle::runtime
