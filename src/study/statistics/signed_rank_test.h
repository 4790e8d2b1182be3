// Wilcoxon's signed-rank test: whether two methods differ on the same programs or the same runs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace heddle::study {

// So many pairs that differ are judged by the exact distribution; more by the normal approximation.
inline constexpr std::size_t kExactSignedRanks = 60;

struct SignedRankTest {
  double positive = 0;  // the sum of the ranks of the pairs whose first value is larger: V in R
  double negative = 0;  // and of those whose second value is larger
  double p = 1;         // two-sided
};

// Of the pairs first[i], second[i]; both have the same length. Pairs without a difference are left out, as
// Wilcoxon does; where no pair differs there is nothing to test, and the papers print N.A. Differences are
// compared as they are, so values should be exact, such as whole numbers, for ties to be seen.
std::optional<SignedRankTest> signed_rank_test(std::span<const double> first, std::span<const double> second,
                                               std::size_t exact_up_to = kExactSignedRanks);

// The probability that the smallest of so many comparisons is at most p by chance alone is no larger than
// this.
double bonferroni(double p, std::size_t comparisons);

}  // namespace heddle::study
