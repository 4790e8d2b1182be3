#include "runtime/services/stack_guard.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "event/failure.h"
#include "runtime/engine/scheduler.h"
#include "runtime/memory/arena.h"
#include "runtime/memory/shadow.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/names.h"
#include "runtime/services/frame_history.h"
#include "runtime/services/touched_object.h"

namespace heddle::runtime::stack_guard {

Thread* last_owner = nullptr;

namespace {

constexpr std::size_t kMostFrames = 100'000;

FrameHistory* frame_history = nullptr;

// From where the stack pointer is in a function to the end of its frame, by the place of the call of the
// hook.
struct FrameSizeAt {
  std::uint64_t pc;
  std::uint64_t size;
};
constexpr std::size_t kFrameSizes = 256;
FrameSizeAt* known_sizes = nullptr;  // lasting memory

// The last thread whose frames lie around there. A stack serves one thread after the other, and one that has
// not started has no frames yet.
Thread* owner_of_frames(std::uint64_t address) {
  if (is_on_stack_of(last_owner, address))
    return address < last_owner->bottom_of_stack ? last_owner : nullptr;
  const std::vector<Thread*>& threads = program().threads;
  for (std::size_t i = threads.size(); i-- > 0;) {
    Thread* thread = threads[i];
    if (!is_on_stack_of(thread, address) || thread->bottom_of_stack == 0) continue;
    if (thread->stack_is_lent || address >= thread->bottom_of_stack) return nullptr;
    if (!thread->finished) last_owner = thread;
    return thread;
  }
  return nullptr;
}

// The lowest address of the program's frames, by unwinding: exact. Nothing, where the frames do not follow
// each other from the bottom of the stack on: a fiber, a signal handler on a stack of its own, code that
// cannot be unwound.
std::optional<std::uint64_t> lowest_live(const Thread& thread) {
  const std::vector<UnwoundFrame> frames = program().stacks->unwind(thread, kMostFrames);
  std::optional<std::uint64_t> lowest;
  std::uint64_t below = thread.stack_low;
  for (const UnwoundFrame& frame : frames) {
    if (frame.stack_pointer < below) return std::nullopt;
    below = frame.stack_pointer;
    if (below >= thread.bottom_of_stack) return lowest.value_or(thread.bottom_of_stack);
    if (!lowest && !load_map().is_system_code(frame.pc)) lowest = below;
  }
  return std::nullopt;
}

// What was noted when the thread came to a point decides the common case; before anything is called an error,
// the frames are looked at.
bool is_below_frames(Thread& owner, std::uint64_t address) {
  const bool on_its_stack =
      owner.stack_pointer >= owner.stack_low && owner.stack_pointer <= owner.bottom_of_stack;
  if (!on_its_stack || address >= owner.stack_pointer) return false;
  const std::optional<std::uint64_t> lowest = lowest_live(owner);
  owner.stack_pointer = lowest.value_or(0);
  return address < owner.stack_pointer;
}

bool is_gone_from(Thread& owner, std::uint64_t address) {
  if (owner.finished) return true;
  // Code that measures or prepares its own stack writes below its stack pointer.
  return &owner != hot.current && is_below_frames(owner, address);
}

// A thread that waits on a semaphore or a stop callback of its own may go on, and return, before the one that
// woke it has made its last system call, which only names the address. The C++ library itself does that.
bool is_use(const Operation& operation) {
  return is_access(operation.kind) ||
         (operation.kind != OperationKind::kFutexWake && touches_object(operation));
}

Location variable_in(const Thread& owner, std::uint64_t address) {
  Location location;
  location.kind = ObjectKind::kStack;
  location.thread = owner.name_hash;
  location.offset = owner.stack_high - (address & ~(kGranuleSize - 1));
  return location;
}

// Nothing is known any more of the part of the stack that belongs to no frame, but for what is known to be
// shared in all executions.
void forget_private(std::uint64_t start, std::uint64_t end) {
  shadow::each_touched(start, end, [](std::uint64_t, sharing::Cell* cell) {
    if (!sharing::is_shared(*cell)) *cell = 0;
  });
}

// The variable, as it was called when the frame was there.
void name_in_frame(const Thread& owner, std::uint64_t address, Location& location) {
  const FrameHistory::Use use = frame_history->last_use(address);
  std::uint64_t end = use.above;
  if (use.thread == owner.id) {
    location.allocation_site = use.place;
  } else if (const FrameHistory::Left* left = frame_history->last_left(owner.id, address)) {
    location.allocation_site = left->place;
    end = left->end;
  }
  if (end != 0) location.frame_offset = static_cast<std::int64_t>(address - end);
}

Location named_in_frame(const Thread& owner, std::uint64_t address) {
  Location location = variable_in(owner, address);
  name_in_frame(owner, address, location);
  return location;
}

// Whose frame it was. The last thread that used it as its own is that thread, even if another one has the
// stack now.
void describe_frame(std::uint64_t address, const LeftFrame& left, StackError& error) {
  const FrameHistory::LeftObject* kept = nullptr;
  FrameHistory::Use use = frame_history->last_use(address);
  const Thread* owner = owner_of_frames(address);
  if (left.address == address) {
    owner = program().threads[left.owner];
    kept = frame_history->left_object(address);
    if (kept != nullptr) use = kept->use;
  } else if (use.thread != kNoThread) {
    owner = program().threads[use.thread];
  }
  if (owner == nullptr) return;
  error.kind = owner->finished ? StackErrorKind::kEnded : StackErrorKind::kReturned;
  error.owner = owner->id;
  error.object = kept != nullptr ? kept->name : named_in_frame(*owner, address);
  if (use.thread == owner->id) error.used = frame_history->told(use);
}

struct FrameRange {
  std::uint64_t start = 0;
  std::uint64_t end = 0;

  bool holds(std::uint64_t address) const { return address >= start && address < end; }
};

// The same in a frame that is being left, whose size is known, too.
Location named_in_left(const Thread& owner, std::uint64_t address, const FrameRange& frame) {
  Location location = named_in_frame(owner, address);
  if (location.frame_offset != 0) location.size = frame.end - frame.start;
  return location;
}

// The frame that the running thread is in at the call; empty if it is not found.
FrameRange unwound_frame_at(std::uint64_t pc) {
  constexpr std::size_t kNearFrames = 12;
  const std::vector<UnwoundFrame> frames = unwound_frames(kNearFrames);
  for (std::size_t i = 0; i + 1 < frames.size(); ++i)
    if (frames[i].pc == pc) return {frames[i].stack_pointer, frames[i + 1].stack_pointer};
  return {};
}

// The same. A function that has not moved its stack pointer since it was entered has a frame of the same size
// each time.
FrameRange frame_at(const CallSite& call, const ShadowFrame& entered) {
  const std::uint64_t pc = call.return_address;
  if (call.stack_pointer != entered.stack_pointer) return unwound_frame_at(pc);
  FrameSizeAt& known = known_sizes[(pc * 0x9e3779b97f4a7c15ull) >> 56];
  if (known.pc == pc) return {call.stack_pointer, call.stack_pointer + known.size};
  const FrameRange frame = unwound_frame_at(pc);
  if (frame.start == call.stack_pointer && frame.end > frame.start) known = {pc, frame.end - frame.start};
  return frame;
}

// Other threads have used the frame or parts of it from `lowest` on. The one that is about to use it does so
// too late; before that is said, the frame is looked at again (pc: where it is; 0: it is known).
void leave_used_frame(const FrameRange& frame, std::uint64_t lowest, std::uint64_t pc) {
  Thread& self = *hot.current;
  if (frame.end <= frame.start || frame.start < self.stack_low || frame.end > self.bottom_of_stack) return;
  for (Thread* other : program().threads) {
    if (other == &self || other->finished) continue;
    const Operation& next = other->handler_due ? other->interrupted : other->next;
    if (!frame.holds(next.address) || !is_use(next)) continue;
    if (pc != 0 && unwound_frame_at(pc).end != frame.end) return;
    other->left_frame = {next.address, self.id};
    if (hot.every_operation) frame_history->keep(next.address, named_in_left(self, next.address, frame));
    if (other->condition != nullptr && !other->handler_due) scheduler().reconsider(*other);
  }
  forget_private(std::max(lowest, frame.start), frame.end);
}

void note_left(const Thread& self, const FrameRange& frame, SiteId function) {
  frame_history->left(self, {frame.start, frame.end, function, 0});
  for (const AcquiredLock& lock : self.held)
    if (frame.holds(lock.address))
      frame_history->keep(lock.address, named_in_left(self, lock.address, frame));
}

}  // namespace

void begin_execution() {
  program().stack_bounds = {};
  last_owner = nullptr;
  if (known_sizes == nullptr) {
    const AllocateAs lasting(Lifetime::kLasting);
    known_sizes = new FrameSizeAt[kFrameSizes]{};
  }
  if (frame_history == nullptr) frame_history = new FrameHistory;
  frame_history->begin();
}

void add_stack(const Thread& thread) {
  last_owner = nullptr;
  if (thread.stack_high == 0) return;
  StackBounds& bounds = program().stack_bounds;
  if (bounds.size == 0) {
    bounds = {thread.stack_low, thread.stack_high - thread.stack_low};
    return;
  }
  const std::uint64_t low = std::min(bounds.low, thread.stack_low);
  bounds = {low, std::max(bounds.low + bounds.size, thread.stack_high) - low};
}

void note_use_of_own(std::uint64_t address, std::uint64_t size, SiteId site) {
  frame_history->used(*hot.current, address, size, site);
}

void note_use_of_unknown(std::uint64_t address) {
  if (Thread* owner = owner_of_frames(address)) owner->lowest_used = std::min(owner->lowest_used, address);
}

bool is_gone(std::uint64_t address) {
  Thread* owner = owner_of_frames(address);
  return owner != nullptr && is_gone_from(*owner, address);
}

void fail_at(OperationKind deed, std::uint64_t address, std::uint64_t size, SiteId site) {
  Failure failure;
  failure.kind = FailureKind::kStackError;
  failure.thread = hot.current->id;
  failure.site = site;
  failure.address = address;
  failure.stack.deed = deed;
  failure.stack.size = size;
  describe_frame(address, std::exchange(hot.current->left_frame, {}), failure.stack);
  scheduler().fail(std::move(failure));
}

void check_announced(const Operation& operation) {
  if (!is_use(operation)) return;
  if (hot.current->left_frame.address != operation.address && !is_gone(operation.address)) return;
  scheduler().performed();
  fail_at(operation.kind, operation.address, operation.size, operation.site);
}

void check_object_closely(const Operation& operation) {
  if (is_use(operation) && is_gone(operation.address))
    fail_at(operation.kind, operation.address, operation.size, operation.site);
}

void leave_function(const CallSite& call, std::uint64_t caller) {
  Thread& self = *hot.current;
  const ShadowFrame& entered = self.frames[self.depth];
  // The last call of a function may be a jump: then its frame is gone already.
  const bool jumps =
      call.return_address == entered.return_address && call.stack_pointer > entered.stack_pointer;
  if (hot.every_operation && is_on_own_stack(entered.stack_pointer))
    note_left(self,
              {std::min(call.stack_pointer, entered.stack_pointer), jumps ? call.stack_pointer : caller},
              load_map().site_of(entered.function));
  if (self.lowest_used >= caller) return;
  const std::uint64_t lowest = std::exchange(self.lowest_used, caller);
  const FrameRange frame =
      jumps ? FrameRange{entered.stack_pointer, call.stack_pointer} : frame_at(call, entered);
  // After fibers and longjmp the shadow stack may be another function's.
  if (!self.has_jumped && frame.holds(entered.stack_pointer))
    leave_used_frame(frame, lowest, jumps ? 0 : call.return_address);
}

void leave_stack() {
  Thread& self = *hot.current;
  const std::uint64_t lowest = std::exchange(self.lowest_used, ~0ull);
  if (lowest < self.bottom_of_stack) forget_private(lowest, self.bottom_of_stack);
}

bool name_left(std::uint64_t address, Location& location) {
  const FrameHistory::LeftObject* kept = frame_history->left_object(address);
  if (kept != nullptr) location = kept->name;
  return kept != nullptr;
}

bool name_gone(std::uint64_t address, Location& location) {
  if (!is_near(address) || !is_gone(address)) return false;
  if (const Thread* owner = owner_of_frames(address)) name_in_frame(*owner, address, location);
  return true;
}

Location name_for_people(std::uint64_t address) {
  Location location = name_of(address);
  const Thread* owner = hot.every_operation ? owner_of(location) : nullptr;
  if (owner != nullptr && !name_gone(address, location)) name_frame(address, *owner, location);
  return location;
}

}  // namespace heddle::runtime::stack_guard
