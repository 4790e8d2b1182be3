// What every interposed function needs.
#pragma once

#include <cerrno>

#include "runtime/engine/scheduler.h"
#include "runtime/hooks/access.h"
#include "runtime/memory/heap.h"
#include "runtime/naming/call_site.h"
#include "runtime/naming/known_shared.h"
#include "runtime/naming/names.h"
#include "runtime/services/guarded_call.h"
#include "runtime/services/stack_guard.h"
#include "runtime/services/thread_end.h"
#include "runtime/system/real.h"

namespace heddle::runtime {

inline std::uint64_t address_of(const volatile void* object) {
  return reinterpret_cast<std::uint64_t>(object);
}

inline Operation operation_on(OperationKind kind, const volatile void* object, SiteId site) {
  const std::uint64_t address = address_of(object);
  stack_guard::before_use(address, kGranuleSize, site);
  return {kind, 0, kNoThread, site, locate(address), address};
}

inline Operation operation_on(OperationKind kind, const volatile void* object, const UserCall& call) {
  if (!call.is_own) return operation_on(kind, object, call.site);
  const std::uint64_t address = address_of(object);
  stack_guard::before_use(address, kGranuleSize, call.site);
  return {kind, 1, kNoThread, call.site, locate_object(address), address};
}

// A point in virtual time, from an absolute time of a clock.
inline std::uint64_t deadline_of(clockid_t clock, const timespec& time) {
  const std::uint64_t absolute = nanoseconds(time);
  const std::uint64_t offset = VirtualClock::offset_of(clock);
  return absolute > offset ? absolute - offset : 0;
}

inline bool is_valid(const timespec& time) {
  return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

inline int fail_with(int error) {
  errno = error;
  return -1;
}
// Of an error number, as functions that set errno return it.
inline int as_result(int error) {
  return error == 0 ? 0 : fail_with(error);
}

// The name of the block that the running thread allocates or maps at that line of the user's (memory.cc).
// `operator new` and containers may lie between.
BlockName name_next_block(SiteId site);

// Ends the execution: the program used a lock in a way that no program may.
[[noreturn]] void misuse(const char* what, SiteId site);
// An exception of the running thread has been thrown and not caught yet: destructors run on its way.
bool is_unwinding();

// The mutex part of a condition wait (mutex.cc): gives it up whatever its recursion count, and takes it
// again.
bool holds(const pthread_mutex_t* mutex);
void abandon_mutexes(Thread& owner);
unsigned release_for_wait(pthread_mutex_t* mutex);
void reacquire_after_wait(pthread_mutex_t* mutex, unsigned count, const UserCall& call);

// What POSIX and C11 share (threads.cc, mutex.cc, condition.cc). All return 0 or an error number.
int create_thread(pthread_t* handle, const pthread_attr_t* attributes, const ThreadStart& start, SiteId site);
int join_thread(pthread_t handle, void** result, const std::uint64_t* deadline, SiteId site);
int detach_thread(pthread_t handle, SiteId site);
// The thread that a handle means; null when there is none any more.
Thread* find_thread(pthread_t handle);

int lock_mutex(pthread_mutex_t* mutex, const UserCall& call);
int try_lock_mutex(pthread_mutex_t* mutex, const UserCall& call);
int timed_lock_mutex(pthread_mutex_t* mutex, clockid_t clock, const timespec* time, const UserCall& call);
int unlock_mutex(pthread_mutex_t* mutex, const UserCall& call);
int destroy_mutex(pthread_mutex_t* mutex, const UserCall& call);

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, const std::uint64_t* deadline,
                       const UserCall& call);
int signal_condition(pthread_cond_t* condition, const UserCall& call);
int broadcast_condition(pthread_cond_t* condition, const UserCall& call);
int destroy_condition(pthread_cond_t* condition, const UserCall& call);

int call_once(pthread_once_t* control, void (*routine)(), SiteId site);
// False: a handler of the program ended the sleep.
bool sleep_until(std::uint64_t deadline, SiteId site);

}  // namespace heddle::runtime
