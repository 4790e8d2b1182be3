// A thread of the program under control.
#pragma once

#include <pthread.h>
#include <sched.h>
#include <csetjmp>
#include <csignal>
#include <cstdint>
#include <string>
#include <vector>

#include "event/ids.h"
#include "event/operation.h"

namespace heddle::runtime {

struct Context;
struct KernelThread;
struct PooledContext;
struct OutsideWait;
struct Thread;
namespace signals {
struct RunningHandler;
}

// When an operation can be performed, and on whom that depends (kNoThread: on nobody in particular). Asked
// whenever the object at the operation's address changes.
struct Condition {
  bool (*ready)(const Thread&);
  ThreadId (*waits_for)(const Thread&);
};

// One entry for every instrumented function that is being executed. The stack pointer tells entries apart
// that longjmp has left behind: a live caller's lies above the callee's.
struct ShadowFrame {
  std::uint64_t return_address;
  std::uint64_t stack_pointer;
  std::uint64_t hash;      // of this and all callers' return addresses, as sites
  std::uint64_t function;  // where it was entered
};

// Of a deeper stack these are the outermost ones; of the rest the innermost are kept in a ring behind them.
inline constexpr std::uint32_t kMaxShadowFrames = 1u << 16;
inline constexpr std::uint32_t kInnermostShadowFrames = 1u << 8;

struct AcquiredLock {
  std::uint64_t address;
  SiteId site;
  bool is_mutex = false;     // a pthread mutex
  bool for_reading = false;  // with others that read
};

struct ThreadLocalDestructor {
  void (*function)(void*);
  void* object;
};

// What the program set for a thread, to be given back when it asks (interpose/thread_attributes.cc).
struct ThreadAttributes {
  char name[16] = "";
  int policy = 0;  // SCHED_OTHER
  int priority = 0;
  int niceness = 0;
  std::size_t guard_size = 0;   // at least so many bytes
  bool has_processors = false;  // of its own (Thread::processors); else all that the process has
};

// A set of signals: bit n - 1 stands for signal n, as in the kernel.
using SignalSet = std::uint64_t;

// What a thread is to run: a POSIX function or, if that is null, a C11 one.
struct ThreadStart {
  void* (*function)(void*) = nullptr;
  int (*c11_function)(void*) = nullptr;
  void* argument = nullptr;

  void* run() const {
    return function != nullptr ? function(argument)
                               : reinterpret_cast<void*>(std::intptr_t{c11_function(argument)});
  }
};

// The operation that a thread is about to perform uses a frame that another thread has left meanwhile.
struct LeftFrame {
  std::uint64_t address = 0;  // that is used; 0: there is none
  ThreadId owner = kNoThread;
};

// What a thread begins anew with in each execution.
struct ThreadInExecution {
  std::uint16_t children = 0;

  // Scheduling. Without a condition the next operation can always be performed.
  Operation next;
  bool enabled = false;
  bool finished = false;
  bool timed = false;
  bool early = false;  // enabled, because a machine may hold all others up until its deadline
  bool holds_exit = false;
  bool in_operation = false;  // chosen, and not performed yet: what goes wrong now goes wrong in this step
  SiteId entered_opaque_code = kNoSite;  // where; set while it is watched in there (opaque_code.h)
  const Condition* condition = nullptr;
  std::uint64_t deadline = 0;  // of a timed operation, in virtual nanoseconds
  std::uint64_t waits_since = 0;
  // Points without effect since the last progress, counted while others sleep (ProgressMonitor::epoch), each
  // by how much it is like polling.
  std::uint32_t idle_since = 0;
  std::uint32_t idle_points = 0;

  // Waiting for a condition: tickets count the waits; a signal may wake whoever waited before it.
  std::uint64_t wait_ticket = 0;
  bool wait_signalled = false;  // by a broadcast
  std::uint64_t wait_object = 0;
  std::uint64_t wait_mutex = 0;  // of a condition variable: the mutex that the wait gave up

  // Signals and cancellation (signal_state.h, interpose/cancellation.cc).
  SignalSet signal_mask = 0;
  SignalSet pending_signals = 0;
  bool handler_due = false;  // `next` is the handler's; what it interrupts is kept in `interrupted`
  Operation interrupted;
  signals::RunningHandler* handlers = nullptr;  // the innermost one that is running (handlers.h)
  bool interruptible = false;                   // a handler ends the wait
  bool was_interrupted = false;                 // and one did
  bool must_not_restart = false;                // ... one without SA_RESTART
  bool cancellable = false;                     // waits at a cancellation point
  bool cancel_enabled = true;
  bool cancel_asynchronous = false;
  bool cancel_requested = false;
  bool may_wake_by_itself = false;  // waits for a condition, and spurious wake-ups are asked for
  bool wakes_by_itself = false;     // is enabled for no other reason
  SignalSet awaited_signals = 0;    // by sigwait
  OutsideWait* outside = nullptr;   // for a descriptor or a child (outside.h)

  // Life and death.
  PooledContext* context = nullptr;       // null for main, which runs on the process's own stack
  KernelThread* kernel_thread = nullptr;  // with the other carrier
  Context* registers = nullptr;
  pthread_t handle = 0;
  ThreadStart start;
  void* result = nullptr;
  ThreadAttributes attributes;
  std::uint32_t processor_readings = 0;  // how often it asked which one it runs on
  bool detached = false;
  bool joined = false;
  SiteId created_at = kNoSite;
  stack_t alternate_stack{nullptr, SS_DISABLE, 0};  // what the program asked for
  void* cleanups = nullptr;                         // pthread_cleanup_push in C: the innermost buffer
  std::uint64_t bottom_of_stack = 0;                // frames above it are not the program's
  SiteId throw_site = kNoSite;                      // of the last exception
  const char* thrown_type = nullptr;                // its mangled name

  // The range of its stack, for names.
  std::uint64_t stack_low = 0;
  std::uint64_t stack_high = 0;
  // Its thread-local storage outlasts it, because it starts again, or because it is another thread's: a task
  // uses that of the thread of its team that runs it.
  bool keeps_storage = false;
  Thread* lender = nullptr;
  void (*uses_lent_storage)() = nullptr;
  bool is_on_programs_memory = false;  // its stack; may be used for something else when the thread has ended
  char* thread_pointer = nullptr;

  // Dead frames (stack_guard.h).
  std::uint64_t stack_pointer = 0;    // the program's, when it last came to a point; 0: not known
  bool stack_is_lent = false;         // by pthread_attr_setstack: what lies there is the program's business
  std::uint64_t lowest_used = ~0ull;  // of its frames: from here on other threads may have used them
  LeftFrame left_frame;
  bool has_jumped = false;  // out of functions by longjmp, or to another stack

  std::uint32_t depth = 0;           // may exceed kMaxShadowFrames
  std::uint32_t region_depth = 0;    // that of the function by which it entered the region; 0: it has not
  std::uint32_t marked_regions = 0;  // that it has begun by heddle::Region and not ended
};

// Its names and the memory that it needs stay from execution to execution.
struct Thread : ThreadInExecution {
  ThreadId id = 0;
  std::string name;
  std::uint64_t name_hash = 0;
  std::uint64_t creators_name = 0;  // by hash: with the ordinal it makes the name
  std::uint16_t ordinal = 0;
  std::vector<AcquiredLock> held;
  std::vector<ThreadLocalDestructor> thread_local_destructors;
  jmp_buf end_of_thread;  // where pthread_exit leaves to
  cpu_set_t processors;   // only if it has some of its own
  ShadowFrame* frames = nullptr;

  // The frame at that depth, counted from 0; one that is neither among the outermost nor among the innermost
  // is another's, and lies at a smaller address than its callees.
  ShadowFrame& frame_at(std::uint32_t place) const {
    return frames[place < kMaxShadowFrames
                      ? place
                      : kMaxShadowFrames + (place - kMaxShadowFrames) % kInnermostShadowFrames];
  }

  // Ended or not: it has run one region of OpenMP's, and will run others.
  bool starts_again() const { return keeps_storage && !detached; }

  bool waits_in_left_frame() const { return left_frame.address != 0 && left_frame.address == next.address; }

  const ShadowFrame* top_frame() const {
    return depth == 0 || depth > kMaxShadowFrames ? nullptr : &frames[depth - 1];
  }
  std::uint64_t stack_hash() const {
    const ShadowFrame* top = top_frame();
    return top != nullptr ? top->hash : 0;
  }
};

}  // namespace heddle::runtime
