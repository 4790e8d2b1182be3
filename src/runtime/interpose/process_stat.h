// A program that asks the system about its own process: the answer must not depend on who started it.
#pragma once

namespace heddle::runtime {

// For "/proc/NUMBER/stat" with the program's own number: a descriptor from which a line can be read that has
// no parent, and a process number of always the same length. Boost.Test looks there for a debugger among its
// ancestors, byte by byte, in code that is instrumented where it comes from headers: its steps would differ
// between a search and a replay from another shell. -1: the path is another one, or the system does not help.
int open_own_stat(const char* path);

// The same for "/proc/self/status", where Catch2 and doctest look for a debugger, line by line.
int open_own_status(const char* path);

}  // namespace heddle::runtime
