// The observers of a search, except the one of data races, which has to know the running program
// (runtime/isolation/race_watch.h).
#pragma once

#include <functional>

#include "event/location.h"
#include "search/messages.h"
#include "search/observer.h"

namespace heddle {

// All that the settings ask for. `locations` are the names seen so far; `seconds` is how long the search
// takes.
void add_observers(const SearchSettings& settings, const LocationTable& locations,
                   const std::function<double()>& seconds, Observers& observers);

// All of every execution, for a search that is worked out in `heddle`.
std::unique_ptr<Observer> make_trace_keeper();

// Counts executions that were not looked at to their end, because the search is to end: the last of the list.
std::unique_ptr<Observer> make_interruption_counter();

// The program ended it, and not Heddle.
inline bool is_over(const Execution& execution) {
  return execution.end == End::kCompleted || execution.end == End::kFailed;
}

// Of an execution that is over: what looked at its events may have stopped before their end
// (event/interruption.h).
bool was_cut_short(const Execution& execution);

}  // namespace heddle
