// A replay for a debugger: this very process becomes the program, nothing is forked, and nobody is answered.
#pragma once

namespace heddle::runtime {

// HEDDLE_DEBUG_REPLAY names a folder with the request and the program's standard input (search/messages.h).
[[noreturn]] void replay_in_place(void (*program)());

}  // namespace heddle::runtime
