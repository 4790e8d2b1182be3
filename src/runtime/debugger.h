// What a debugger needs to know of a program under control: where it failed, and where its suspended threads
// are. gdb reads it through share/heddle/heddle_gdb.py, from a library that may be stripped: both names are
// exported, and everything in the description is a word of eight bytes.
#pragma once

#include <cstdint>

namespace heddle::runtime {

// The order is known to heddle_gdb.py; kVersion changes with it.
struct DebuggerView {
  static constexpr std::uint64_t kVersion = 1;
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
};

void describe_to_debugger();

// True in a replay that a debugger watches: a failure is then shown on the stack of the thread that it
// belongs to.
extern bool debugged;
inline constexpr char kDebuggedVariable[] = "HEDDLE_DEBUGGED";

}  // namespace heddle::runtime

extern "C" {
extern heddle::runtime::DebuggerView heddle_debugger;
// Does nothing. Called when an execution has failed, before anything is torn down; debuggers stop here.
void heddle_failure();
}
