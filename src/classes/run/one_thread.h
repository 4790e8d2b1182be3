// Classes with threads of their own give several results for one order of the calls: a pool that is asked how
// much is left to do. So one thread makes the calls, under many schedules of the class's threads.
#pragma once

#include "classes/linearizability.h"
#include "classes/run/driver_process.h"

namespace heddle::classes {

// Whether calls of one thread, in an order that may explain the history, give what its calls gave.
bool is_shown_by_one_thread(DriverProcess& driver, const TestCase& test, const Observation& observation,
                            const History& history, const LinearizabilityOptions& options);

}  // namespace heddle::classes
