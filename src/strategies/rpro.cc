#include "strategies/rpro.h"

#include <algorithm>

namespace heddle {

// [k1 - r, k1) and (k1, k1 + r], cut off at both ends of the execution.
PriorityPlan Rpro::draw(Random& random) {
  PriorityPlan plan{draw_priorities(threads(), depth(), random), {}};
  if (events() == 0) return plan;
  const std::uint64_t k1 = 1 + random.below(events());
  plan.change_points.push_back(k1);
  const std::uint64_t before = std::min(radius_, k1 - 1);
  const std::uint64_t after = std::min(radius_, events() - k1);
  const std::uint64_t wanted = 1 + std::min<std::uint64_t>(depth() - 2, before + after);
  while (plan.change_points.size() < wanted) {
    std::uint64_t point = k1 - before + random.below(before + after);
    if (point >= k1) ++point;
    if (std::find(plan.change_points.begin(), plan.change_points.end(), point) == plan.change_points.end())
      plan.change_points.push_back(point);
  }
  return plan;
}

}  // namespace heddle
