// The end of `heddle run`: what was found, or what it means that nothing was.
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "host/hunt.h"
#include "report/model/places.h"
#include "report/model/run_description.h"
#include "report/model/style.h"

namespace heddle::report {

// A bug in full: what happened, each thread, and the end of what the program printed.
std::string bug_text(const Bug& bug, const RunDescription& run, const Places& places, const Style& style);

// Why the program could not be controlled, or no execution was over in time; without the full stop.
std::string problem_sentence(const host::HuntResult& result, const Places& places);

// Of a search that found nothing and ran few executions in its time: how long one takes, and what would help.
std::string few_executions_sentence(const host::HuntResult& result, const RunDescription& run);

// "about 12,000 to 41,000 executions are left", behind a few words; empty: that is not known.
std::string left_text(const host::HuntResult& result, std::string_view before);

// What a search that found nothing did not look at. Some sleeps and time-outs may have been `held_back`.
std::string_view interleavings_text(Memory memory);
std::string not_explored_text(const ExecutionOptions& options, Memory explored, bool held_back);
// By a search with some executions under the C++ memory model, or none. kByOrders: it was not needed.
Memory explored_memory(const RunDescription& run, bool some_weak);

// Threads that were never joined, and where they were created; empty: there are none.
std::string unjoined_sentence(const host::HuntResult& result, const Places& places);

// What is not reported because a library may order it, as a sentence without its full stop.
std::string possible_races_note(const host::HuntResult& result);
// The file names of the libraries that may order them.
std::set<std::string> opaque_libraries(const host::HuntResult& result);

// Everything in short, with the commands to type next.
std::string summary(const host::HuntResult& result, const RunDescription& run, const Places& places,
                    const Style& style);

}  // namespace heddle::report
