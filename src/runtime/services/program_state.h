// The state of the program, for those who ask whether it has come back: what a thread knows by itself, and
// everything else. Looked at only when a program makes no progress.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/recurrence.h"

namespace heddle::runtime::program_state {

// A search for a state that comes back begins.
void begin();

// Of the running thread, at a scheduling point: what it is about to do, and its registers and stack as they
// are on return into code that is not ours. What a function call may destroy is dead there.
LocalState of_running_thread();

// Everything but the threads that a LocalState is known of.
struct Rest {
  bool known = false;              // false: it could not be looked at
  std::uint64_t hash = 0;          // of memory, and of what the runtime keeps for the program
  std::uint64_t reads_before = 0;  // system calls that read, up to here
  std::uint64_t reads_after = 0;   // ... with those that this look has made

  // Nothing was read from a file in between, of which memory need not tell.
  bool nothing_read_since(const Rest& other) const;
};
Rest rest(const std::vector<bool>& told_by_themselves);

// Memory that is shared with other processes of ours, not the program's.
void leave_out(const void* memory);

}  // namespace heddle::runtime::program_state
