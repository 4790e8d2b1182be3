// The U test of Mann and Whitney: whether one of two independent samples tends to be larger.
#pragma once

#include <cstddef>
#include <span>

namespace heddle::study {

// So many values in all are judged by the exact distribution; more by the normal approximation, with the
// correction for ties and for continuity.
inline constexpr std::size_t kExactMannWhitney = 40;

struct MannWhitneyTest {
  double u = 0;  // of the first: how often one of its values is larger, ties by half
  double p = 1;  // two-sided
};

MannWhitneyTest mann_whitney_test(std::span<const double> first, std::span<const double> second,
                                  std::size_t exact_up_to = kExactMannWhitney);

}  // namespace heddle::study
