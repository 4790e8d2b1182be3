// A thread of the program under control.
#pragma once

#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <pthread.h>
#include <string>
#include <vector>

#include "event/ids.h"
#include "event/operation.h"

namespace heddle::runtime {

class PooledContext;
struct Context;
struct OutsideWait;
struct Thread;

// When an operation can be performed, and on whom that depends (kNoThread: on nobody in particular). Asked whenever the
// object at the operation's address changes.
struct Condition {
  bool (*ready)(const Thread&);
  ThreadId (*waits_for)(const Thread&);
};

// One entry for every instrumented function that is being executed. The stack pointer tells entries apart that longjmp
// has left behind: a live caller's lies above the callee's.
struct ShadowFrame {
  std::uint64_t return_address;
  std::uint64_t stack_pointer;
  std::uint64_t hash;  // of this and all callers' return addresses, as sites
};

inline constexpr std::uint32_t kMaxShadowFrames = 1u << 16;

struct AcquiredLock {
  std::uint64_t address;
  SiteId site;
};

struct ThreadLocalDestructor {
  void (*function)(void*);
  void* object;
};

struct Thread {
  ThreadId id = 0;
  std::string name;
  std::uint64_t name_hash = 0;
  std::uint16_t children = 0;

  // Scheduling. Without a condition the next operation can always be performed.
  Operation next;
  bool enabled = false;
  bool finished = false;
  bool timed = false;
  bool holds_exit = false;
  const Condition* condition = nullptr;
  std::uint64_t deadline = 0;          // of a timed operation, in virtual nanoseconds

  // Waiting for a condition: tickets count the waits; a signal may wake whoever waited before it.
  std::uint64_t wait_ticket = 0;
  bool wait_signalled = false;         // by a broadcast
  std::uint64_t wait_object = 0;

  OutsideWait* outside = nullptr;      // for a descriptor or a child (outside.h)

  std::vector<AcquiredLock> held;

  // Life and death.
  PooledContext* context = nullptr;    // null for main, which runs on the process's own stack
  Context* registers = nullptr;
  pthread_t handle = 0;
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  void* result = nullptr;
  bool detached = false;
  bool joined = false;
  jmp_buf end_of_thread;               // where pthread_exit leaves to
  stack_t alternate_stack{nullptr, SS_DISABLE, 0};  // what the program asked for
  void* cleanups = nullptr;            // pthread_cleanup_push in C: the innermost buffer
  std::uint64_t bottom_of_stack = 0;   // frames above it are not the program's
  std::vector<ThreadLocalDestructor> thread_local_destructors;
  SiteId throw_site = kNoSite;         // of the last exception

  // The range of its stack, for names.
  std::uint64_t stack_low = 0;
  std::uint64_t stack_high = 0;
  char* thread_pointer = nullptr;

  ShadowFrame* frames = nullptr;
  std::uint32_t depth = 0;             // may exceed kMaxShadowFrames: the excess is counted only

  const ShadowFrame* top_frame() const { return depth == 0 || depth > kMaxShadowFrames ? nullptr : &frames[depth - 1]; }
  std::uint64_t stack_hash() const {
    const ShadowFrame* top = top_frame();
    return top != nullptr ? top->hash : 0;
  }
};

}  // namespace heddle::runtime
