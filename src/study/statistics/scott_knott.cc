#include "study/statistics/scott_knott.h"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

#include "study/statistics/effect_size.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

using Samples = std::span<const std::vector<double>>;

constexpr double kPi = std::numbers::pi;

double chi_square_tail(double value, double degrees_of_freedom) {
  return boost::math::gamma_q(degrees_of_freedom / 2, value / 2);
}

// Where the methods have different numbers of values, their harmonic mean stands for the replication, which
// keeps the mean of the variances of their means.
ResidualError residual_error(Samples samples) {
  double deviations = 0, values = 0, reciprocals = 0;
  for (const std::vector<double>& sample : samples) {
    const double centre = mean(sample);
    for (const double value : sample) deviations += (value - centre) * (value - centre);
    values += static_cast<double>(sample.size());
    reciprocals += 1 / static_cast<double>(sample.size());
  }
  const auto count = static_cast<double>(samples.size());
  const double degrees_of_freedom = values - count;
  if (degrees_of_freedom == 0) return {};
  return {.variance_of_mean = deviations / degrees_of_freedom * reciprocals / count,
          .degrees_of_freedom = degrees_of_freedom};
}

bool negligible(std::span<const double> first, std::span<const double> second) {
  return std::abs(cohens_d(first, second)) < kSmallCohensD;
}

std::vector<double> all_values(Samples samples) {
  std::vector<double> all;
  for (const std::vector<double>& sample : samples) all.insert(all.end(), sample.begin(), sample.end());
  return all;
}

bool all_pairs_negligible(Samples lower, Samples upper) {
  return std::all_of(lower.begin(), lower.end(), [&](const std::vector<double>& one) {
    return std::all_of(upper.begin(), upper.end(),
                       [&](const std::vector<double>& other) { return negligible(one, other); });
  });
}

bool accepts(const ScottKnottOptions& options, const Split& split, Samples lower, Samples upper) {
  switch (options.rule) {
    case SplitRule::kSignificant:
      return split.p < options.significance;
    case SplitRule::kSignificantAndNotNegligible:
      return split.p < options.significance && !negligible(all_values(lower), all_values(upper));
    case SplitRule::kNotNegligible:
      return !all_pairs_negligible(lower, upper);
  }
  return false;
}

// The sizes of the groups of sorted methods, appended from the lowest upwards.
void cluster(Samples samples, const ResidualError& error, const ScottKnottOptions& options,
             std::vector<std::size_t>& sizes) {
  if (samples.size() > 1) {
    std::vector<double> means;
    for (const std::vector<double>& sample : samples) means.push_back(mean(sample));
    const Split split = best_split(means, error);
    const Samples lower = samples.first(split.lower), upper = samples.subspan(split.lower);
    if (accepts(options, split, lower, upper)) {
      cluster(lower, error, options, sizes);
      cluster(upper, error, options, sizes);
      return;
    }
  }
  sizes.push_back(samples.size());
}

}  // namespace

// Scott and Knott, "A cluster analysis method for grouping means in the analysis of variance", Biometrics 30
// (1974), as in MaxValue of the R package ScottKnott (Jelihovschi, Faria and Allaman, TEMA 15(1), 2014). For
// k means y with the mean m, an error s^2 of each with v degrees of freedom:
//   B0       = the largest sum of squares between the groups, over all k - 1 cuts
//   sigma0^2 = (sum of (y - m)^2 + v s^2) / (k + v)
//   lambda   = pi / (2 (pi - 2)) * B0 / sigma0^2, chi-square with k / (pi - 2) degrees of freedom.
Split best_split(std::span<const double> means, const ResidualError& error) {
  const auto k = static_cast<double>(means.size());
  Split split{.lower = 1};
  double b0 = -1;
  for (std::size_t cut = 1; cut < means.size(); ++cut) {
    const auto k1 = static_cast<double>(cut);
    const double apart = mean(means.subspan(cut)) - mean(means.first(cut));
    // Equal to T1^2/k1 + T2^2/k2 - (T1 + T2)^2/k of the paper, without cancelling large squares.
    const double between = k1 * (k - k1) / k * apart * apart;
    if (between > b0) {
      b0 = between;
      split.lower = cut;
    }
  }
  if (b0 <= 0) return split;
  const double centre = mean(means);
  const double scatter = std::accumulate(means.begin(), means.end(), 0.0, [&](double sum, double each) {
    return sum + (each - centre) * (each - centre);
  });
  const double sigma0_squared =
      (scatter + error.degrees_of_freedom * error.variance_of_mean) / (k + error.degrees_of_freedom);
  split.lambda = kPi / (2 * (kPi - 2)) * b0 / sigma0_squared;
  split.p = chi_square_tail(split.lambda, k / (kPi - 2));
  return split;
}

std::vector<std::size_t> scott_knott_esd(Samples methods, const ScottKnottOptions& options) {
  std::vector<std::vector<double>> values(methods.begin(), methods.end());
  if (options.log_transform)
    for (std::vector<double>& sample : values)
      for (double& value : sample) value = std::log1p(value);

  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::pair(mean(values[a]), a) < std::pair(mean(values[b]), b);
  });
  std::vector<std::vector<double>> sorted;
  for (const std::size_t method : order) sorted.push_back(values[method]);

  std::vector<std::size_t> sizes;
  cluster(sorted, residual_error(sorted), options, sizes);
  std::vector<std::size_t> ranks(values.size());
  std::size_t next = 0;
  for (std::size_t group = 0; group < sizes.size(); ++group)
    for (std::size_t i = 0; i < sizes[group]; ++i) ranks[order[next++]] = group + 1;
  return ranks;
}

}  // namespace heddle::study
