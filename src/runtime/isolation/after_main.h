// What runs after main and after exit's own handlers: the end of the program as a loaded module.
#pragma once

namespace heddle::runtime {

// Looks once for what will run, before the first execution.
void find_what_runs_after_main();

// The program's functions with __attribute__((destructor)), in the dynamic linker's order.
void run_destructor_functions();

// Writes what std::cout and its relatives still hold back, as the end of the C++ library does. Where the
// output is not kept, only those are asked that write by a class of the program.
void flush_standard_streams(bool output_counts);

}  // namespace heddle::runtime
