// Code without instrumentation that synchronises by atomics of its own: what a call of it orders is not seen.
// Abseil's mutex is such code. A replay that looks for a data race watches when threads enter and leave it: a
// thread releases all it did when it enters, and acquires what others released when it leaves. What is a race
// all the same is one whatever the library does.
//
// Of the instrumented and the opaque code only one can be executed at a time. A thread that goes over to the
// other is stopped by the processor, whatever the way: a call, a virtual call, a callback, a return. That is
// far too slow for a search.
#pragma once

#include <cstdint>

namespace heddle::runtime {

namespace opaque {

// The program has libraries that may be opaque: a data race of the search may be none.
bool may_be_here();

// From here to the end of the process, which has just been forked for one execution. Libraries that the
// program loads are watched from the next switch on.
void watch();

// Whether a fault at this instruction was a thread that goes over; then it can go on.
bool went_over(std::uint64_t pc);
// All code can be executed from here on: a handler of the program runs, which may hold back faults and may
// jump away. Every switch of threads may order from here on, so that no race is certain any more.
void lose_sight();

}  // namespace opaque
}  // namespace heddle::runtime
