#include "study/statistics/mann_whitney_test.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "study/statistics/effect_size.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

double normal_probability(double u, std::span<const double> first, std::span<const double> second) {
  std::vector<double> sorted(first.begin(), first.end());
  sorted.insert(sorted.end(), second.begin(), second.end());
  std::sort(sorted.begin(), sorted.end());
  double ties = 0;
  for (auto each = sorted.begin(); each != sorted.end();) {
    const auto next = std::upper_bound(each, sorted.end(), *each);
    const auto equal = static_cast<double>(next - each);
    ties += equal * equal * equal - equal;
    each = next;
  }
  const auto n1 = static_cast<double>(first.size()), n2 = static_cast<double>(second.size()), n = n1 + n2;
  const double variance = n1 * n2 / 12 * (n + 1 - ties / (n * (n - 1)));
  if (variance <= 0) return 1;
  const double continuity = 0.5;
  const double off = std::max(0.0, std::abs(u - n1 * n2 / 2) - continuity);
  return std::erfc(off / std::sqrt(2 * variance));
}

}  // namespace

MannWhitneyTest mann_whitney_test(std::span<const double> first, std::span<const double> second,
                                  std::size_t exact_up_to) {
  if (first.empty() || second.empty()) return {};
  const auto pairs = static_cast<double>(first.size()) * static_cast<double>(second.size());
  MannWhitneyTest test;
  test.u = pairs * (1 + cliffs_delta(first, second)) / 2;
  test.p = first.size() + second.size() <= exact_up_to ? rank_sum_test(first, second)
                                                       : normal_probability(test.u, first, second);
  return test;
}

}  // namespace heddle::study
