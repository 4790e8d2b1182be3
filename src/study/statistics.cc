#include "study/statistics.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace heddle::study {

namespace {

constexpr double kSignificance = 0.01;

double log_choose(std::uint64_t n, std::uint64_t k) {
  const auto log_factorial = [](std::uint64_t m) { return std::lgamma(static_cast<double>(m) + 1); };
  return log_factorial(n) - log_factorial(k) - log_factorial(n - k);
}

}  // namespace

// All tables with the same sums; those that are no more probable than the given one count.
double fisher_exact(const Share& first, const Share& second) {
  const std::uint64_t failed = first.failed + second.failed;
  const std::uint64_t all = first.executions + second.executions;
  const auto log_probability = [&](std::uint64_t failed_in_first) {
    return log_choose(first.executions, failed_in_first) +
           log_choose(second.executions, failed - failed_in_first) - log_choose(all, failed);
  };
  const double given = log_probability(first.failed);
  const double rounding = 1e-7;
  const std::uint64_t least = failed > second.executions ? failed - second.executions : 0;
  const std::uint64_t most = std::min(failed, first.executions);
  double sum = 0;
  for (std::uint64_t i = least; i <= most; ++i)
    if (const double each = log_probability(i); each <= given + rounding) sum += std::exp(each);
  return std::min(1.0, sum);
}

Comparison compare(const Share& first, const Share& second) {
  if (first.probability() == second.probability() || fisher_exact(first, second) >= kSignificance)
    return Comparison::kNoDifference;
  return first.probability() < second.probability() ? Comparison::kWorse : Comparison::kBetter;
}

double mean(std::span<const double> values) {
  if (values.empty()) return 0;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double median(std::span<const double> values) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const std::size_t middle = sorted.size() / 2;
  return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 0;
  const double logs = std::accumulate(values.begin(), values.end(), 0.0,
                                      [](double sum, double value) { return sum + std::log(value); });
  return std::exp(logs / static_cast<double>(values.size()));
}

}  // namespace heddle::study
