// What a memcpy costs a caller that is not instrumented: a library of its own, so that nothing is compiled in
// line.
#pragma once

#include <cstddef>

// Nanoseconds.
extern "C" double heddle_bench_copy_time(std::size_t size);
