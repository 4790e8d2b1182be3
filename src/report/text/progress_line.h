// The line that is written over itself while a search runs.
#pragma once

#include <cstdint>
#include <string>

#include "host/hunt.h"

namespace heddle::report {

// "  4,213 executions  2,301/s  1.2 M steps  1 bug  0:42 left". A budget of 0 is none.
// The execution that is running: a person may wonder what it does.
bool takes_long(const host::HuntProgress& progress);

// `place` is where the execution is that takes long; empty: it is not known.
std::string progress_line(const host::HuntProgress& progress, std::uint64_t executions, double seconds,
                          const std::string& place = "");

}  // namespace heddle::report
