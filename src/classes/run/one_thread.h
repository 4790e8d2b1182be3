// Classes with threads of their own give several results for one order of the calls: a pool that is asked how
// much is left to do. So one thread makes the calls, under many schedules of the class's threads.
#pragma once

#include <cstdint>

#include "classes/linearizability.h"
#include "classes/run/driver_process.h"

namespace heddle::classes {

enum class OneThread : std::uint8_t {
  kOther,    // it gives something else
  kSame,     // in an order that may explain the history, it gives what the calls gave
  kSeveral,  // it gives now this, now that: the order of the calls does not say what is right
};
OneThread made_by_one_thread(DriverProcess& driver, const TestCase& test, const Observation& observation,
                             const History& history, const LinearizabilityOptions& options);

}  // namespace heddle::classes
