// Libraries that are not instrumented and synchronise by atomics of their own: what a call of theirs orders
// is not seen. Abseil's mutex is such a one. A replay that looks for a data race watches when threads enter
// and leave this code: a thread releases all it did when it enters, and acquires what others released when it
// leaves. What is a race all the same is one whatever the library does.
//
// Of the instrumented and the opaque code only one can be executed at a time. Whoever goes over to the other
// is stopped by the processor, whatever the way: a call, a virtual call, a callback, a return. That is far
// too slow for a search.
#pragma once

#include <cstdint>

namespace heddle::runtime {

struct Thread;

namespace opaque {

// There is opaque code, and it is watched in this process.
[[gnu::visibility("hidden")]] extern bool watching;

// Looks which code is opaque. Slow the first time.
void find();
// From here to the end of the process, which has just been forked for one execution.
void watch();

// Whether a fault at this instruction was a thread that goes over; then it can go on.
bool went_over(std::uint64_t pc);
// This thread goes on now.
void resume(const Thread& thread);

// All code can be executed from here on: a handler of the program runs, which faults may be held back from, and which may
// jump away.
void stop();

}  // namespace opaque
}  // namespace heddle::runtime
