// What was predicted and has not happened, in words.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "host/warning.h"
#include "report/model/places.h"
#include "report/model/run_description.h"
#include "report/model/style.h"

namespace heddle::report {

// Each that has not happened, with who takes which lock where; empty if there is none. What has happened is
// told as a bug.
std::string warnings_text(const std::vector<host::Warning>& warnings, const RunDescription& run,
                          const Places& places, const Style& style);

nlohmann::ordered_json warning_json(const host::Warning& warning, const Places& places);

}  // namespace heddle::report
