// What every interposed function needs.
#pragma once

#include "runtime/hot.h"
#include "runtime/names.h"
#include "runtime/program.h"
#include "runtime/real.h"
#include "runtime/scheduler.h"

namespace heddle::runtime {

inline std::uint64_t address_of(const volatile void* object) { return reinterpret_cast<std::uint64_t>(object); }

inline Operation operation_on(OperationKind kind, const volatile void* object, SiteId site) {
  const std::uint64_t address = address_of(object);
  return {kind, 0, kNoThread, site, locate(address), address};
}

// A point in virtual time, from an absolute time of a clock.
inline std::uint64_t deadline_of(clockid_t clock, const timespec& time) {
  const std::uint64_t absolute = nanoseconds(time);
  const std::uint64_t offset = VirtualClock::offset_of(clock);
  return absolute > offset ? absolute - offset : 0;
}

inline bool is_valid(const timespec& time) { return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000; }

// Ends the execution: the program used a lock in a way that no program may.
[[noreturn]] void misuse(const char* what, SiteId site);

// The mutex part of a condition wait (mutex.cc): gives it up whatever its recursion count, and takes it again.
bool holds(const pthread_mutex_t* mutex);
unsigned release_for_wait(pthread_mutex_t* mutex);
void reacquire_after_wait(pthread_mutex_t* mutex, unsigned count, SiteId site);

// Calls function(argument); if it is left by an exception, undo(argument) runs first (guarded_call.c).
extern "C" void heddle_guarded_call(void (*function)(void*), void (*undo)(void*), void* argument);

}  // namespace heddle::runtime
