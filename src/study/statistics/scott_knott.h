// The Scott-Knott test, which ranks methods by clustering their means, and its variant that looks at effect
// sizes as well (Scott-Knott ESD, Tantithamthavorn and others, IEEE TSE 43(1), 2017).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace heddle::study {

// What a one-way analysis of variance leaves unexplained.
struct ResidualError {
  double variance_of_mean = 0;  // the mean square error over the number of values of a method
  double degrees_of_freedom = 0;
};

// The cut of sorted means into two groups that are furthest apart, and the likelihood-ratio test of it.
struct Split {
  std::size_t lower = 0;  // so many means are in the lower group
  double lambda = 0;
  double p = 1;  // how probable a lambda as large is where all the means are equal
};

// Of two or more means, sorted upwards.
Split best_split(std::span<const double> means, const ResidualError& error);

// When the best cut of a group of methods is made.
enum class SplitRule {
  // The likelihood-ratio test says so: the test of Scott and Knott (1974).
  kSignificant,
  // It says so, and Cohen's d between all values of the one group and all of the other is not negligible.
  kSignificantAndNotNegligible,
  // Cohen's d between some method of the one group and some of the other is not negligible, whether
  // significant
  // or not: version 2 of the R package ScottKnottESD, by its own description.
  kNotNegligible,
};

struct ScottKnottOptions {
  SplitRule rule = SplitRule::kSignificantAndNotNegligible;
  double significance = 0.05;
  bool log_transform = false;  // of every value x take log(1 + x), against skewness; x > -1
};

// The rank of each method, given its values, of which it has at least one; 1 is the group with the smallest
// means.
std::vector<std::size_t> scott_knott_esd(std::span<const std::vector<double>> methods,
                                         const ScottKnottOptions& options = {});

}  // namespace heddle::study
