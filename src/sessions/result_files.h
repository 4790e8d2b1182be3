// What a hunt leaves in its output folder.
#pragma once

#include <string>

#include "event/result.h"
#include "host/hunt.h"
#include "host/output_folder.h"
#include "report/model/places.h"
#include "report/model/run_description.h"

namespace heddle::sessions {

// Schedules, outputs and results.json; the error is the first that could not be written. `json_file`: where
// results.json is written to as well; empty: nowhere.
Result<bool> write_results(const host::OutputFolder& folder, const host::HuntResult& result,
                           const report::RunDescription& run, const report::Places& places,
                           const std::string& input, const std::string& json_file);

}  // namespace heddle::sessions
