#include "study/statistics/statistics.h"

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

double rank_sum_test(std::span<const double> first, std::span<const double> second) {
  if (first.empty() || second.empty()) return 1;
  std::vector<double> all(first.begin(), first.end());
  all.insert(all.end(), second.begin(), second.end());
  std::vector<double> sorted = all;
  std::sort(sorted.begin(), sorted.end());
  // Twice the mean rank of those that are equal is a whole number.
  const auto rank = [&sorted](double value) {
    const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
    return static_cast<std::size_t>((low - sorted.begin()) + (high - sorted.begin()) + 1);
  };
  std::size_t observed = 0, total = 0;
  for (const double value : first) observed += rank(value);
  for (const double value : all) total += rank(value);
  // The distribution of the sum over all ways to choose the first sample: ways[n][sum], as probabilities.
  std::vector<std::vector<double>> ways(first.size() + 1, std::vector<double>(total + 1));
  ways[0][0] = 1;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::size_t own = rank(all[k]);
    for (std::size_t n = std::min(k + 1, first.size()); n > 0; --n)
      for (std::size_t sum = total; sum >= own; --sum) ways[n][sum] += ways[n - 1][sum - own];
  }
  const double expected =
      static_cast<double>(first.size()) * static_cast<double>(total) / static_cast<double>(all.size());
  const double distance = std::abs(static_cast<double>(observed) - expected);
  double extreme = 0, everything = 0;
  for (std::size_t sum = 0; sum <= total; ++sum) {
    everything += ways[first.size()][sum];
    if (std::abs(static_cast<double>(sum) - expected) >= distance - 1e-9) extreme += ways[first.size()][sum];
  }
  return extreme / everything;
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

double variance(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(values.size() - 1);
}

double standard_deviation(std::span<const double> values) {
  return std::sqrt(variance(values));
}

double quantile(std::span<const double> values, double part) {
  if (values.empty()) return 0;
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

double geometric_mean(std::span<const double> values) {
  if (values.empty()) return 0;
  const double logs = std::accumulate(values.begin(), values.end(), 0.0,
                                      [](double sum, double value) { return sum + std::log(value); });
  return std::exp(logs / static_cast<double>(values.size()));
}

}  // namespace heddle::study
