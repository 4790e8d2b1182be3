#include "strategies/pct.h"

#include <algorithm>

namespace heddle {

PriorityPlan Pct::draw(Random& random) {
  PriorityPlan plan{draw_priorities(threads(), depth(), random), {}};
  const std::uint64_t wanted = std::min<std::uint64_t>(depth() - 1, events());
  while (plan.change_points.size() < wanted) {
    const std::uint64_t point = 1 + random.below(events());
    if (std::find(plan.change_points.begin(), plan.change_points.end(), point) == plan.change_points.end())
      plan.change_points.push_back(point);
  }
  return plan;
}

}  // namespace heddle
