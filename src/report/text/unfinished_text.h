// An execution that was not over when its time was up: where it was, how long it had taken, and what to do.
#pragma once

#include <string>

#include "report/model/places.h"
#include "report/model/run_description.h"
#include "report/model/style.h"
#include "search/messages.h"

namespace heddle::report {

std::string_view to_string(Whereabouts whereabouts);  // as results.json spells it

// "execution 1 was not over after 10.3 s and 2,000,887 steps, and was ended: main.1 was at lots.cc:5 in work"
std::string unfinished_sentence(const ExecutionReport& execution, const Places& places);

// What the user can do about it, in sentences.
std::string unfinished_advice(const ExecutionReport& execution, const RunDescription& run);

// What its threads were doing; empty if that is not known.
std::string unfinished_threads(const ExecutionReport& execution, const Places& places, const Style& style);

}  // namespace heddle::report
