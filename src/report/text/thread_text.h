// What each thread was doing when the program failed.
#pragma once

#include <string>
#include <vector>

#include "report/model/failure_names.h"
#include "report/model/style.h"

namespace heddle::report {

// What a thread would do next: "lock `mutex_b`", "wait for main.0 to finish".
std::string deed_text(const FailureNames& names, const ThreadReport& thread);

// "waits to lock `mutex_b`, held by main.1", "finished", "about to write `x`", "sleeps".
std::string state_text(const FailureNames& names, ThreadId id);

// Where the thread is: its stack, innermost first.
std::vector<Frame> stack_of(const FailureNames& names, ThreadId id);

// The user's line of what it does next.
std::string place_of(const FailureNames& names, ThreadId id);

// One block per thread, those that matter first; finished threads in one line. At most 8 blocks.
std::string threads_text(const FailureNames& names, const Style& style);

}  // namespace heddle::report
