// __tsan_func_entry and __tsan_func_exit: the shadow stack.
#include "event/hash.h"
#include "runtime/engine/scheduler.h"
#include "runtime/naming/load_map.h"
#include "runtime/services/stack_guard.h"
#include "runtime/state/finish.h"
#include "runtime/state/hot.h"
#include "runtime/state/thread.h"

using heddle::runtime::hot;
using heddle::runtime::kMaxShadowFrames;
using heddle::runtime::load_map;
using heddle::runtime::ShadowFrame;
using heddle::runtime::Thread;
using heddle::runtime::stack_guard::leave_function;

namespace {

// The outermost call counts: the function may call itself.
[[gnu::noinline, gnu::cold]] void enter_region_by_function(Thread& self) {
  if (self.region_depth != 0) return;
  self.region_depth = self.depth;
  heddle::runtime::scheduler().enter_region();
}

[[gnu::noinline, gnu::cold]] void leave_region_of_function(Thread& self) {
  self.region_depth = 0;
  heddle::runtime::scheduler().leave_region();
}

}  // namespace

extern "C" {

void __tsan_func_entry(void* return_address) {
  if (!hot.active) return;
  Thread& self = *hot.current;
  const auto stack_pointer = reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa());
  // Frames that longjmp has left behind lie at or below the new one; a live caller's lies above.
  while (self.depth != 0 && self.depth <= kMaxShadowFrames &&
         self.frames[self.depth - 1].stack_pointer <= stack_pointer) {
    --self.depth;
    self.has_jumped = true;
    if (self.depth < self.region_depth) leave_region_of_function(self);
  }
  if (self.depth < kMaxShadowFrames) [[likely]] {
    const auto address = reinterpret_cast<std::uint64_t>(return_address);
    const std::uint64_t caller_hash = self.depth == 0 ? 0 : self.frames[self.depth - 1].hash;
    const std::uint64_t hash = (caller_hash ^ load_map().site_of(address)) * 0x9e3779b97f4a7c15ull;
    self.frames[self.depth] = {address, stack_pointer, hash ^ (hash >> 29),
                               reinterpret_cast<std::uint64_t>(__builtin_return_address(0))};
  } else {
    self.frame_at(self.depth) = {reinterpret_cast<std::uint64_t>(return_address), stack_pointer, 0,
                                 reinterpret_cast<std::uint64_t>(__builtin_return_address(0))};
  }
  ++self.depth;
  const auto code = reinterpret_cast<std::uint64_t>(__builtin_return_address(0));
  if (code - hot.watched_code < hot.watched_size) [[unlikely]]
    heddle::runtime::at_snapshot();
  if (code - hot.region_code < hot.region_size) [[unlikely]]
    enter_region_by_function(self);
}

void __tsan_func_exit() {
  if (!hot.active) return;
  Thread& self = *hot.current;
  if (self.depth == 0) return;
  --self.depth;
  if (self.depth < self.region_depth) [[unlikely]]
    leave_region_of_function(self);
  if (self.depth >= kMaxShadowFrames) [[unlikely]]
    return;
  // Where the frame ends is not known, but the caller's begins there at the earliest.
  const std::uint64_t caller =
      self.depth == 0 ? self.bottom_of_stack : self.frames[self.depth - 1].stack_pointer;
  if (self.lowest_used < caller || hot.every_operation) [[unlikely]]
    leave_function({reinterpret_cast<std::uint64_t>(__builtin_return_address(0)),
                    reinterpret_cast<std::uint64_t>(__builtin_dwarf_cfa())},
                   caller);
}

}  // extern "C"
