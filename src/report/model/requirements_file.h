// The synchronization pairs that a search has to cover, as a text file: `heddle coverage --requirements`
// writes it, `heddle run --requirements` reads it.
#pragma once

#include <string>
#include <vector>

#include "analysis/sync_pairs.h"
#include "event/modules.h"
#include "event/result.h"
#include "report/model/coverage_document.h"

namespace heddle::report {

// A line for each pair.
std::string requirements_text(const CoverageDocument& document);
// The first line that cannot be read is the error.
Result<std::vector<SyncPair>> parse_requirements(const std::string& text, const ModuleTable& modules);

}  // namespace heddle::report
