// `--snapshot at:FUNCTION`: which code that is.
#pragma once

#include <string>

#include "event/modules.h"
#include "event/result.h"
#include "search/search.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

// Of the value of --snapshot. A function is named as in the source, "Bank::transfer" or "transfer"; where
// several have that name, with parameters: "Bank::transfer(int, int)". Functions of the program come before
// those of its libraries. An error says what there is instead.
Result<SnapshotPlace> find_snapshot(const std::string& snapshot, const SearchSettings& settings,
                                    const ModuleTable& modules, symbols::Symbolizer& symbolizer);

}  // namespace heddle::sessions
