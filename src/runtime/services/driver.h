// The driver: a client that runs beside the program, in a process of its own, anew for each execution.
//
// It runs in real time, which no schedule knows. So the two take turns: after each operation on a descriptor
// the program waits until the driver has done all that it can do, and waits for the program again. What the
// program finds at each step then depends on the steps before it, not on the speed of two processes.
#pragma once

#include <cstdint>

namespace heddle::runtime::driver {

// In memory that the explorer, the driver before its first instruction, and the program share.
struct Line {
  std::int64_t process = 0;
  std::uint32_t may_start = 0;  // the driver waits for it by a futex
};

// No driver: null.
void use(Line* line);
bool is_there();
void begin_execution();

// The program listens: the driver need not try again and again to reach it. Later calls do nothing.
void start();
bool was_started();

// Returns when the driver waits, has ended, or has worked for too long to be waited for.
void settle();
// There is a driver, and what it does depends on the steps of the program alone, as far as is known.
bool takes_turns();
// When it was last looked at.
bool has_ended();

}  // namespace heddle::runtime::driver
