// Sleeps and time-outs that ended before threads that could have gone on, in words.
#pragma once

#include <string>
#include <vector>

#include "report/model/places.h"
#include "search/messages.h"

namespace heddle::report {

// Of each: "the sleep of 50 ms at bank.cc:12 ends before main.1 goes on".
std::vector<std::string> early_deadlines(const ExecutionReport& report, const Places& places);

// Shrinking has tried to do without them.
enum class Shrunk : bool { kNo, kYes };

// "only if the sleep ...", or "in this schedule the sleep ...". Empty: there was none.
std::string early_text(const ExecutionReport& report, Shrunk shrunk, const Places& places);

// The same as a sentence on lines of its own.
std::string early_lines(const ExecutionReport& report, Shrunk shrunk, const Places& places);

}  // namespace heddle::report
