#include "strategies/guarantee.h"

#include <algorithm>
#include <cmath>

namespace heddle {

namespace {

double within_radius(const BugBounds& bounds, std::uint64_t radius, double choices) {
  if (bounds.depth < 2 || radius + 2 < bounds.depth || bounds.events == 0 || bounds.threads == 0) return 0;
  // A radius beyond the execution's ends chooses among all events.
  const double others = std::min(choices, static_cast<double>(bounds.events));
  return 1 / (static_cast<double>(bounds.threads) * static_cast<double>(bounds.events) *
              std::pow(others, bounds.depth - 2));
}

}  // namespace

double pct_guarantee(const BugBounds& bounds) {
  if (bounds.depth < 1 || bounds.events == 0 || bounds.threads == 0) return 0;
  return 1 / (static_cast<double>(bounds.threads) *
              std::pow(static_cast<double>(bounds.events), bounds.depth - 1));
}

double rpro_guarantee(const BugBounds& bounds, std::uint64_t radius) {
  return within_radius(bounds, radius, static_cast<double>(radius));
}

double rpro_strict_guarantee(const BugBounds& bounds, std::uint64_t radius) {
  return within_radius(bounds, radius, 2 * static_cast<double>(radius));
}

double pctwm_guarantee(std::uint64_t reads, unsigned depth, std::uint64_t stores) {
  if (reads == 0 || stores == 0) return 0;
  return 1 / std::pow(static_cast<double>(reads) * static_cast<double>(stores), depth);
}

double executions_for(double confidence, double probability) {
  if (probability <= 0) return 0;
  if (probability >= 1) return 1;
  return std::ceil(std::log1p(-confidence) / std::log1p(-probability));
}

}  // namespace heddle
