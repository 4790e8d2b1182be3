#include "study/statistics/effect_size.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace heddle::study {
namespace {

// Hogarty and Kromrey (1999), as in the documentation of the R package effsize: delta estimate -0.25 (small).
TEST(CliffsDelta, AgreesWithHogartyAndKromrey) {
  const std::vector<double> treatment{10, 10, 20, 20, 20, 30, 30, 30, 40, 50};
  const std::vector<double> control{10, 20, 30, 40, 40, 50};
  EXPECT_DOUBLE_EQ(cliffs_delta(treatment, control), -0.25);
  EXPECT_DOUBLE_EQ(cliffs_delta(control, treatment), 0.25);
  EXPECT_EQ(to_string(magnitude(-0.25)), "S");
}

// The program Even of the HARS paper, Tables II and III: one trace in all runs against two, -1.00 (L);
// Boundedbuffer: one against one, 0.00 (N).
TEST(CliffsDelta, IsThePapers) {
  const std::vector<double> hars(100, 1), mcr(10, 2), same(10, 1);
  EXPECT_EQ(cliffs_delta(hars, mcr), -1);
  EXPECT_EQ(to_string(magnitude(cliffs_delta(hars, mcr))), "L");
  EXPECT_EQ(cliffs_delta(hars, same), 0);
  EXPECT_EQ(to_string(magnitude(cliffs_delta(hars, same))), "N");
}

TEST(CliffsDelta, CountsAllPairs) {
  const std::vector<double> first{5, 1, 4, 4, 9, 2, 6, 4}, second{3, 4, 8, 1, 4};
  double dominance = 0;
  for (const double one : first)
    for (const double other : second) dominance += one > other ? 1 : one < other ? -1 : 0;
  EXPECT_DOUBLE_EQ(cliffs_delta(first, second), dominance / 40);
}

TEST(CliffsDelta, OfNothingIsNothing) {
  EXPECT_EQ(cliffs_delta({}, std::vector<double>{1}), 0);
  EXPECT_EQ(cliffs_delta(std::vector<double>{1}, {}), 0);
}

TEST(Magnitude, HasRomanosThresholds) {
  for (const double sign : {-1.0, 1.0}) {
    EXPECT_EQ(magnitude(sign * 0.1469), Magnitude::kNegligible);
    EXPECT_EQ(magnitude(sign * 0.147), Magnitude::kSmall);
    EXPECT_EQ(magnitude(sign * 0.3299), Magnitude::kSmall);
    EXPECT_EQ(magnitude(sign * 0.33), Magnitude::kMedium);
    EXPECT_EQ(magnitude(sign * 0.4739), Magnitude::kMedium);
    EXPECT_EQ(magnitude(sign * 0.474), Magnitude::kLarge);
  }
  EXPECT_EQ(to_string(Magnitude::kNegligible), "N");
  EXPECT_EQ(to_string(Magnitude::kSmall), "S");
  EXPECT_EQ(to_string(Magnitude::kMedium), "M");
  EXPECT_EQ(to_string(Magnitude::kLarge), "L");
}

// Squared deviations 2 and 8, pooled variance (2 + 8) / (3 + 3 - 2) = 2.5, means 2 and 5.
TEST(CohensD, IsInPooledStandardDeviations) {
  const std::vector<double> first{1, 2, 3}, second{3, 5, 7};
  EXPECT_DOUBLE_EQ(cohens_d(first, second), -3 / std::sqrt(2.5));
  EXPECT_DOUBLE_EQ(cohens_d(second, first), 3 / std::sqrt(2.5));
  EXPECT_EQ(cohens_d(first, first), 0);
}

// Table 3 of the BC-ConTest paper: means and variances of milliseconds, d = -0.338.
TEST(CohensD, OfSpreadsIsThePapers) {
  EXPECT_NEAR(cohens_d({3.943e5, 7.558e11}, {7.374e5, 1.298e12}), -0.338, 0.001);
  const std::vector<double> first{1, 2, 3}, second{3, 5, 7};
  EXPECT_DOUBLE_EQ(cohens_d({2, 1}, {5, 4}), cohens_d(first, second));
  EXPECT_EQ(cohens_d({1, 0}, {1, 0}), 0);
}

TEST(CohensD, IsInfiniteWithoutSpread) {
  const std::vector<double> ones(5, 1), twos(3, 2);
  EXPECT_EQ(cohens_d(twos, ones), std::numeric_limits<double>::infinity());
  EXPECT_EQ(cohens_d(ones, twos), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(cohens_d(ones, ones), 0);
  EXPECT_EQ(cohens_d(ones, {}), 0);
}

}  // namespace
}  // namespace heddle::study
