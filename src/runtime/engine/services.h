// What the engine asks of the parts above it. They are given to it when it is made (isolation/setup.cc); a
// unit test gives it others.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/recurrence.h"
#include "event/execution.h"
#include "event/location.h"
#include "event/operation.h"
#include "runtime/state/thread.h"

namespace heddle::runtime {

// Memory that the program must not use any more: freed blocks, and frames that were left
// (services/heap_guard.h, services/stack_guard.h).
class MemoryGuard {
 public:
  // The operation was chosen and is about to happen. Ends the execution if it must not. Asked only about
  // addresses in the heap or near stacks.
  virtual void check(const Operation& operation) = 0;
  // The same for an operation that is going to be announced with a condition: garbage must not be asked.
  virtual void check_object(const Operation& operation) = 0;
  // The running thread ends.
  virtual void leave_stack() = 0;
  // Not freed yet, and no frame that is gone.
  virtual bool is_memory(const volatile void* object) = 0;
  // The name of an object in a report; in a replay, with what it takes to find the local variable.
  virtual Location name_for_people(std::uint64_t address) = 0;
  // The name that a lock had when the frame was left that it lay in; false: it was not left.
  virtual bool name_left(std::uint64_t address, Location& location) = 0;

 protected:
  ~MemoryGuard() = default;
};

// Signals for the program (services/signal_state.h).
class SignalDelivery {
 public:
  // Gives signals that came from the kernel to threads, and that of the alarm if its time has come.
  virtual void look_outside() = 0;
  // No thread can run: time goes on to the alarm. False: there is none, or no thread hears it.
  virtual bool wait_for_alarm() = 0;
  // Runs the handlers that are due in the running thread; false: there was none.
  virtual bool run_handlers() = 0;

 protected:
  ~SignalDelivery() = default;
};

// How a wait in the kernel ended.
// kOver: whatever was to come from outside has come, and the program only waits for more.
enum class Arrival : std::uint8_t { kSomething, kNothing, kNever, kTimeIsUp, kOver };

// Descriptors and children, whose waits the operating system ends (services/outside.h).
class OutsideWorld {
 public:
  // Asks about every thread that waits.
  virtual void look_again() = 0;
  // No thread can run: waits until one can go on, for so long at most. kNever: only threads of this process
  // could end the waits, and all of them wait.
  virtual Arrival wait_in_kernel(std::uint64_t nanoseconds) = 0;
  // Nothing changes any more. Whether that is because the program waits for another process.
  virtual Arrival wait_for_others() = 0;
  // The last answer assumed that no other process connects to a socket that the program listens at.
  virtual bool assumes_no_stranger() = 0;
  // No thread can run but by a time that comes. Whether to end here, because nothing else will come: then the
  // program has idled for a while.
  virtual bool idles_for_ever() = 0;
  // Another process was started for the execution: its driver.
  virtual bool has_driver() = 0;
  // ... and that has ended.
  virtual bool is_left_alone() = 0;

 protected:
  ~OutsideWorld() = default;
};

// A debugger that watches a replay (services/debugger.h).
class DebuggerLink {
 public:
  virtual bool is_watching() = 0;
  // The running thread was chosen for its next operation, which has not happened yet.
  virtual void show_event() = 0;
  // The execution has failed, and nothing is torn down yet. Called on the stack of the thread to blame.
  virtual void show_failure() = 0;
  // The schedule cannot be followed any further, and the process ends.
  virtual void show_divergence(const Divergence& divergence) = 0;

 protected:
  ~DebuggerLink() = default;
};

// Kernel threads that Heddle did not make (services/stray_thread.h).
class StrayThreads {
 public:
  // Ends the run if the caller is one. Asked only when the caller's thread pointer is not the running
  // thread's.
  virtual void check_caller(SiteId site) = 0;
  // Whether the process has any: one of them may do what all others wait for.
  virtual bool exist() = 0;

 protected:
  ~StrayThreads() = default;
};

// The state of everything but the threads that a LocalState is known of.
struct RestOfState {
  bool known = false;              // false: it could not be looked at
  std::uint64_t hash = 0;          // of memory, and of what the runtime keeps for the program
  std::uint64_t reads_before = 0;  // system calls that read, up to here; ~0: not known
  std::uint64_t reads_after = 0;   // ... with those that this look has made

  // Nothing was read from a file in between, of which memory need not tell. The last look of `other` and the
  // first of this one have read the count itself, once.
  bool nothing_read_since(const RestOfState& other) const {
    return reads_before == ~0ull || reads_before - other.reads_after <= 1;
  }
};

// The state of the program, to see whether it comes back (services/program_state.h).
class StateReader {
 public:
  // A search for a state that comes back begins.
  virtual void begin() = 0;
  // Of the running thread, at a scheduling point.
  virtual LocalState of_running_thread() = 0;
  virtual RestOfState rest(const std::vector<bool>& told_by_themselves) = 0;

 protected:
  ~StateReader() = default;
};

// The other carrier, by kernel threads that hand on a baton (carrier/kernel_threads.h).
class BatonCarrier {
 public:
  // `to` runs from here on; returns when the baton comes back to `from`.
  virtual void hand_on(Thread& from, Thread& to) = 0;
  // The same for a thread that has ended: it must not touch anything any more.
  virtual void give_away(Thread& to) = 0;

 protected:
  ~BatonCarrier() = default;
};

// Wants to know which thread runs (services/opaque_code.h).
class SwitchWatcher {
 public:
  virtual void leave() = 0;
  virtual void resume(const Thread& thread) = 0;

 protected:
  ~SwitchWatcher() = default;
};

struct Services {
  MemoryGuard& memory;
  SignalDelivery& signals;
  OutsideWorld& outside;
  DebuggerLink& debugger;
  StrayThreads& strays;
  StateReader& state;
  BatonCarrier& kernel_threads;
};

}  // namespace heddle::runtime
