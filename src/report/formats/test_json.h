// results.json of `heddle test`: what was explored, and for each test what `heddle run` would say of it.
#pragma once

#include <string>

#include "report/formats/test_run.h"

namespace heddle::report {

// Two runs with the same seed differ in `seconds` only.
std::string test_results_json(const TestRun& run);

}  // namespace heddle::report
