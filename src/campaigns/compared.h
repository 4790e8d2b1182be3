// The bugs of two series of a program: which are new, which are gone, which are still there.
#pragma once

#include <string>
#include <vector>

#include "campaigns/views.h"
#include "event/result.h"

namespace heddle::campaigns {

struct Comparison {
  SeriesInfo before, after;
  std::uint64_t executions_before = 0, executions_after = 0;
  std::vector<BugInfo> appeared, gone, still_there;
};

// The last two series of every program that has as many; `program`: of this one alone. `before` and `after`
// are numbers of series, 0: the last but one, and the last.
Result<std::vector<Comparison>> compare(Views& views, std::uint64_t campaign, const std::string& program,
                                        std::uint64_t before, std::uint64_t after);

}  // namespace heddle::campaigns
