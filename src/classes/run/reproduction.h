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

// `specification` tells what the calls give one after the other.
Reproduction reproduction_of(const Violation& violation, const Operations& operations,
                             DriverProcess& specification);

}  // namespace heddle::classes
