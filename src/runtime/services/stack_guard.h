// Uses of stack frames that are gone: below the stack pointer of a thread, or on the stack of one that has
// ended. A thread's accesses to its own stack are nearly all accesses there are, and common; what other
// threads do there never is before they have been here. When a function returns whose frame others have used,
// shadow memory forgets that, so that their next access comes here again.
#pragma once

#include <cstdint>

#include "event/operation.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/names.h"
#include "runtime/state/globals.h"

namespace heddle::runtime::stack_guard {

void begin_execution();
void add_stack(const Thread& thread);

inline bool is_near(std::uint64_t address) {
  return program().stack_bounds.contain(address);
}
inline bool is_on_own_stack(std::uint64_t address) {
  const Thread& self = *hot.current;
  return address - self.stack_low < self.stack_high - self.stack_low;
}
inline bool may_be_others(std::uint64_t address) {
  return is_near(address) && !is_on_own_stack(address);
}

// The thread whose stack others have used last, until another thread gets a stack; null: not known.
[[gnu::visibility("hidden")]] extern Thread* last_owner;
inline bool is_on_stack_of(const Thread* thread, std::uint64_t address) {
  return thread != nullptr && address - thread->stack_low < thread->stack_high - thread->stack_low;
}
// Enough to know that the memory is not gone; is_gone() looks closer.
inline bool is_surely_there(std::uint64_t address) {
  const Thread* owner = last_owner;
  return is_on_stack_of(owner, address) && !owner->finished && address >= owner->stack_pointer;
}

// The running thread came here from the program, whose stack pointer is this one.
inline void note_stack_pointer(const void* stack_pointer) {
  hot.current->stack_pointer = reinterpret_cast<std::uint64_t>(stack_pointer);
}

// The running thread is going to use the memory: the frame that it lies in must not be left before.
void note_use_of_unknown(std::uint64_t address);
inline void note_use_of_others(std::uint64_t address) {
  hot.current->left_frame.address = 0;
  Thread* owner = last_owner;
  if (!is_on_stack_of(owner, address)) [[unlikely]]
    return note_use_of_unknown(address);
  if (address < owner->lowest_used && address < owner->bottom_of_stack) owner->lowest_used = address;
}
void note_use_of_own(std::uint64_t address, std::uint64_t size, SiteId site);
template <typename Site>
void note_use(std::uint64_t address, std::uint64_t size, Site site) {
  if (!is_on_own_stack(address))
    note_use_of_others(address);
  else if (hot.every_operation)
    note_use_of_own(address, size, site());
}
inline void before_use(std::uint64_t address, std::uint64_t size, SiteId site) {
  if (is_near(address)) [[unlikely]]
    note_use(address, size, [site] { return site; });
}

// Whether the memory is part of a frame that is gone. False where that is not certain.
bool is_gone(std::uint64_t address);

[[noreturn]] void fail_at(OperationKind deed, std::uint64_t address, std::uint64_t size, SiteId site);

// Ends the execution if the bytes, on the stack of another thread, are in a frame that is gone.
template <typename Site>
void check_bytes(OperationKind deed, std::uint64_t address, std::uint64_t size, Site site) {
  const bool was_left = hot.current->left_frame.address == address;
  if (was_left || (!is_surely_there(address) && is_gone(address))) [[unlikely]]
    fail_at(deed, address, size, site());
}
// The same for an operation that was chosen and is about to happen.
void check_announced(const Operation& operation);
inline void check(const Operation& operation) {
  if (!is_near(operation.address)) [[likely]]
    return;
  if (hot.current->left_frame.address == operation.address || !is_surely_there(operation.address))
    check_announced(operation);
}
// The same for one that is going to be announced with a condition: garbage must not be asked.
void check_object_closely(const Operation& operation);
inline void check_object(const Operation& operation) {
  if (is_near(operation.address) && !is_surely_there(operation.address)) [[unlikely]]
    check_object_closely(operation);
}

// The running thread leaves the function that is not on the shadow stack any more; the call is the one of the
// hook, `caller` where the frame of the next function that is known begins.
void leave_function(const CallSite& call, std::uint64_t caller);
// It ends.
void leave_stack();

// In replays: the variable, as it was called when the frame was there. False: not known.
bool name_gone(std::uint64_t address, Location& location);
// The same of a lock that a thread held when the frame was left, or was about to use.
bool name_left(std::uint64_t address, Location& location);
// The name of whatever lies there; in a replay, with what it takes to find the local variable.
Location name_for_people(std::uint64_t address);

}  // namespace heddle::runtime::stack_guard
