#include "study/statistics/signed_rank_test.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace heddle::study {

namespace {

// Twice the rank, since twice the mean rank of those that are equal is a whole number.
std::int64_t doubled_rank(const std::vector<double>& sorted, double value) {
  const auto [low, high] = std::equal_range(sorted.begin(), sorted.end(), value);
  return (low - sorted.begin()) + (high - sorted.begin()) + 1;
}

// How far a sum of ranks is from what is expected, which is half of all.
std::int64_t distance(std::int64_t sum, std::int64_t total) {
  return std::abs(2 * sum - total);
}

// Every rank is positive with a probability of one half, whatever the others are.
double exact(const std::vector<std::int64_t>& ranks, std::int64_t observed, std::int64_t total) {
  std::vector<double> probability(static_cast<std::size_t>(total) + 1);
  probability[0] = 1;
  for (const std::int64_t rank : ranks) {
    const auto own = static_cast<std::size_t>(rank);
    for (std::size_t sum = probability.size(); sum-- > 0;)
      probability[sum] = (probability[sum] + (sum < own ? 0 : probability[sum - own])) / 2;
  }
  double extreme = 0;
  for (std::int64_t sum = 0; sum <= total; ++sum)
    if (distance(sum, total) >= distance(observed, total))
      extreme += probability[static_cast<std::size_t>(sum)];
  return std::min(1.0, extreme);
}

// The variance is a quarter of the sum of the squared ranks. With mean ranks this is the usual
// n (n + 1) (2n + 1) / 24 less (t^3 - t) / 48 for every t that are equal, so ties need no correction of their
// own.
double normal(const std::vector<std::int64_t>& ranks, std::int64_t observed, std::int64_t total) {
  double variance = 0;
  for (const std::int64_t rank : ranks) variance += std::pow(static_cast<double>(rank) / 2, 2) / 4;
  const double continuity = 0.5;
  const double off = std::max(0.0, static_cast<double>(distance(observed, total)) / 4 - continuity);
  return std::erfc(off / std::sqrt(2 * variance));
}

}  // namespace

std::optional<SignedRankTest> signed_rank_test(std::span<const double> first, std::span<const double> second,
                                               std::size_t exact_up_to) {
  std::vector<double> differences, sizes;
  for (std::size_t i = 0; i < std::min(first.size(), second.size()); ++i)
    if (first[i] != second[i]) differences.push_back(first[i] - second[i]);
  if (differences.empty()) return std::nullopt;
  for (const double difference : differences) sizes.push_back(std::abs(difference));
  std::sort(sizes.begin(), sizes.end());

  std::vector<std::int64_t> ranks;
  std::int64_t positive = 0, total = 0;
  for (const double difference : differences) {
    const std::int64_t rank = doubled_rank(sizes, std::abs(difference));
    ranks.push_back(rank);
    total += rank;
    if (difference > 0) positive += rank;
  }
  return SignedRankTest{
      .positive = static_cast<double>(positive) / 2,
      .negative = static_cast<double>(total - positive) / 2,
      .p = ranks.size() <= exact_up_to ? exact(ranks, positive, total) : normal(ranks, positive, total)};
}

double bonferroni(double p, std::size_t comparisons) {
  return std::min(1.0, p * static_cast<double>(comparisons));
}

}  // namespace heddle::study
