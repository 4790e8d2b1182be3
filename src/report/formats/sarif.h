// The results of `heddle test` as SARIF 2.1.0 (OASIS), for code scanning services and editors.
#pragma once

#include <string>

#include "report/formats/test_run.h"

namespace heddle::report {

// A rule for each kind of failure, a result for each bug with the stacks of its threads as a code flow, a
// notification for each test that could not be controlled.
std::string sarif_json(const TestRun& run);

// A path as a relative or a file: URI.
std::string uri_of(const std::string& path);

}  // namespace heddle::report
