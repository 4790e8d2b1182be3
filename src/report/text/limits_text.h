// What there was too much of for Heddle to keep (event/bounds.h), and what that means for the verdict.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/bounds.h"

namespace heddle::report {

std::string_view to_string(Bound bound);  // as results.json spells it

// A sentence for each that was met, without the full stop.
std::vector<std::string> limit_sentences(const BoundCounts& counts);

}  // namespace heddle::report
