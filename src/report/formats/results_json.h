// results.json: the result of a run for other programs. Two runs with the same seed differ in `seconds` only.
#pragma once

#include <string>

#include "host/hunt.h"
#include "report/model/coverage_document.h"
#include "report/model/places.h"
#include "report/model/run_description.h"

namespace heddle::report {

// Valid UTF-8 whatever the program under test said, and ends with a line break.
std::string results_json(const host::HuntResult& result, const RunDescription& run, const Places& places,
                         const CoverageDocument& coverage);

}  // namespace heddle::report
