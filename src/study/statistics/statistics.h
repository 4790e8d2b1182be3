// What the studies say about figures that chance had a part in.
#pragma once

#include <cstdint>
#include <span>

namespace heddle::study {

// So many of so many executions failed.
struct Share {
  std::uint64_t failed = 0;
  std::uint64_t executions = 0;

  double probability() const {
    return executions == 0 ? 0 : static_cast<double>(failed) / static_cast<double>(executions);
  }
  // For ratios: what was never met is taken to be met once, as the paper does for PCT.
  double floored() const {
    return failed == 0 && executions != 0 ? 1 / static_cast<double>(executions) : probability();
  }
};

// Fisher's exact test, two-sided: how probable it is that chance alone makes two equal probabilities look at
// least as different as these.
double fisher_exact(const Share& first, const Share& second);

enum class Comparison { kWorse, kNoDifference, kBetter };

// Of the first with the second, at 99 %.
Comparison compare(const Share& first, const Share& second);

// Wilcoxon's rank-sum test, two-sided and exact, ties included: how probable it is that two samples of the
// same kind differ at least as much as these.
double rank_sum_test(std::span<const double> first, std::span<const double> second);

double mean(std::span<const double> values);
double median(std::span<const double> values);
// Of a sample: with n - 1. 0 of fewer than two values.
double variance(std::span<const double> values);
double standard_deviation(std::span<const double> values);
// The value below which this part of the sample lies, between two values in proportion, as R and NumPy have
// it by default.
double quantile(std::span<const double> values, double part);
// Of positive values.
double geometric_mean(std::span<const double> values);

}  // namespace heddle::study
