// A failure in one line, as the terminal, results.json and the schedule file tell it.
#pragma once

#include <string>
#include <string_view>

#include "event/failure.h"
#include "report/model/places.h"

namespace heddle::report {

// Safe to print. Depends on the failure alone: the same failure has the same headline in every run.
std::string headline(const Failure& failure, const Places& places, int expected_exit = 0);

// "SIGSEGV"; "signal 77" for one without a name.
std::string signal_name(int number);

}  // namespace heddle::report
