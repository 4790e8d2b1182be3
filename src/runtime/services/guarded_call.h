// A call that may be left by an exception of the program. The runtime is compiled without exceptions, so this
// is C (guarded_call.c).
#pragma once

// Calls function(argument); if it is left by an exception, undo(argument) runs first.
extern "C" void heddle_guarded_call(void (*function)(void*), void (*undo)(void*), void* argument);
