// A race in the words of a failure.
#pragma once

#include "detect/race_observer.h"
#include "event/failure.h"

namespace heddle {

// All but the stacks. The race is one that the observer saw in that execution.
Failure failure_of(const Race& race, const RaceObserver& observer, const Execution& execution,
                   const LocationTable& locations);

// What the signature of that failure is.
std::uint64_t failure_signature(const Race& race);

// Races at one place are one for a person. The same in all objects that are allocated at the same line. Those
// with the end of a block are one, wherever the block is used.
std::uint64_t race_place(const DataRace& race);

}  // namespace heddle
