// The time for all tests of a program, shared between those that are still to come.
#pragma once

#include <cstddef>

namespace heddle::host {

struct TimeShare {
  double seconds = 0;         // for all tests together
  std::size_t at_a_time = 1;  // tests that run side by side

  // Whether a test may still begin when `elapsed` seconds are over.
  bool has_time(double elapsed) const { return elapsed < seconds; }

  // For a test that begins then, with so many that have not yet begun, itself among them. What earlier tests
  // did not use is shared by the rest. A test that begins is given enough to end at least one execution.
  double of_next(double elapsed, std::size_t not_begun) const;
};

}  // namespace heddle::host
