// What a debugger needs to know of a program under control: where it failed, where its suspended threads are,
// and which event of the schedule comes next. gdb reads it through share/heddle/heddle_gdb.py, from a library
// that may be stripped: the names are exported, and everything in the description is a word of eight bytes.
#pragma once

#include <cstdint>

#include "event/execution.h"
#include "event/schedule.h"
#include "runtime/engine/services.h"

namespace heddle::runtime {

// The order is known to heddle_gdb.py; kVersion changes with it.
struct DebuggerView {
  static constexpr std::uint64_t kVersion = 2;
  std::uint64_t version;    // 0: not under control
  std::uint64_t threads;    // address of a std::vector<Thread*>
  std::uint64_t current;    // address of the pointer to the running Thread
  std::uint64_t name;       // offsets within a Thread: a std::string
  std::uint64_t registers;  // a pointer to the saved Context; of the running thread it is out of date
  std::uint64_t finished;   // one byte each
  std::uint64_t enabled;
  std::uint64_t operation;
  std::uint64_t operation_names;  // address of an array of C strings
  std::uint64_t operation_count;
  std::uint64_t object;     // offset within a Thread: the address that the next operation is about
  std::uint64_t event;      // that the running thread was last chosen for, counted from 1; 0: none yet
  std::uint64_t events;     // of the whole schedule
  std::uint64_t performed;  // address of the number of events that have happened
  // Written by the debugger: heddle_debugger_event is called before this event, or before the next one of
  // another thread. At first it is event 1, so that the debugger can say what it wants in time.
  std::uint64_t stop_at;
  std::uint64_t stop_at_switch;
};

struct Recording;

void describe_to_debugger();
// From here on a debugger watches the replay of this schedule.
void let_debugger_watch(const Recording& recording, const Schedule& schedule);
// It watches no longer.
void forget_debugger();
// What the engine shows it: a failure is shown on the stack of the thread that it belongs to.
DebuggerLink& debugger_link();
inline constexpr char kDebuggedVariable[] = "HEDDLE_DEBUGGED";

}  // namespace heddle::runtime

extern "C" {
extern heddle::runtime::DebuggerView heddle_debugger;
// Does nothing. Called when an execution has failed, before anything is torn down; debuggers stop here.
void heddle_failure();
// Does nothing. Called before the event that the debugger asked for.
void heddle_debugger_event();
}
