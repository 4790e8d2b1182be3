#include "study/growth.h"

#include <algorithm>

namespace heddle::study {

std::uint64_t covered_after(const Cell& cell, std::uint64_t executions) {
  std::uint64_t covered = 0;
  for (const GrowthStep& step : cell.growth)
    if (step.execution < executions) covered = step.covered;
  return covered;
}

std::vector<double> mean_growth(std::span<const Cell* const> cells, std::uint64_t executions) {
  std::vector<double> growth(executions, 0);
  for (const Cell* const cell : cells)
    for (std::uint64_t i = 0; i < executions; ++i)
      growth[i] += static_cast<double>(covered_after(*cell, i + 1));
  for (double& each : growth) each /= static_cast<double>(std::max<std::size_t>(1, cells.size()));
  return growth;
}

std::vector<double> mean_curve(std::span<const std::vector<double>> curves) {
  std::vector<double> sum;
  for (const std::vector<double>& each : curves) {
    if (sum.empty()) sum.assign(each.size(), 0);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += each[i];
  }
  for (double& each : sum) each /= static_cast<double>(curves.size());
  return sum;
}

report::Curve curve_of(const std::string& name, const std::vector<double>& growth, std::size_t end) {
  report::Curve curve{name, {{0, 0}}, false};
  for (std::size_t i = 0; i < std::min(end, growth.size()); ++i) {
    // Between two points at which it changes nothing has to be drawn.
    const bool changes = i + 1 == std::min(end, growth.size()) || i == 0 || growth[i] != growth[i - 1] ||
                         growth[i] != growth[i + 1];
    if (changes) curve.points.push_back({static_cast<double>(i + 1), growth[i]});
  }
  return curve;
}

}  // namespace heddle::study
