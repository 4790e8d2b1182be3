// A call stack in lines, as part of a thread's block.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "event/data_race.h"
#include "report/model/failure_names.h"
#include "report/model/places.h"
#include "report/model/style.h"

namespace heddle::report {

// Innermost first, with its source line; the first line begins with `first` ("at"). Repeated frames are one
// line, and of a long stack the middle is left out.
std::string stack_text(const std::vector<Frame>& stack, std::string_view first, const Style& style);

// "the task at fib.cc:12", "of the parallel region at fib.cc:30"; nothing of threads that OpenMP did not
// make.
std::string origin_text(const FailureNames& names, ThreadId id);

// "holds `mutex`, locked at bank.cc:12", a line for each.
std::string held_text(const FailureNames& names, const std::vector<HeldLock>& held);

}  // namespace heddle::report
