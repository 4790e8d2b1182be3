// Notes what the kernel answers to the program, in a replay that is compared with another one. Calls that do
// not come from Heddle's own code are trapped (seccomp), made in the trap's place, and noted.
#pragma once

#include <csignal>

#include "runtime/state/recording.h"

namespace heddle::runtime::kernel_answers {

// From here on, in this process, which is a replay's own. Does nothing where the system does not allow it.
void watch();

// Whether the signal was such a trap; then the call has been made, and the program can go on.
bool answered(const siginfo_t& info, void* context);

}  // namespace heddle::runtime::kernel_answers
