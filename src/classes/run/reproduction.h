// What a program has to compare to see a violation again.
#pragma once

#include "classes/operations.h"
#include "classes/reproducer.h"
#include "classes/run/judge.h"

namespace heddle::classes {

struct Reproduction {
  std::optional<ReproducerCheck> check;
  std::set<Call> may_throw;
};

// What the results of a test may be, where nothing went wrong: for a test that is kept. None: too many to
// write down.
Reproduction expectation_of(const TestCase& test, const Operations& operations, DriverProcess& specification);

// Whether some order of the calls gives other results than another one.
bool orders_differ(const TestCase& test, const Operations& operations, DriverProcess& specification);

// `specification` tells what the calls give one after the other.
Reproduction reproduction_of(const Violation& violation, const Operations& operations,
                             DriverProcess& specification);

}  // namespace heddle::classes
