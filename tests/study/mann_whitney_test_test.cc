#include "study/statistics/mann_whitney_test.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::study {
namespace {

// The example in the documentation of scipy.stats.mannwhitneyu: ages at which men and women fell ill. U = 17,
// p = 0.1111 exactly and 0.11134688653314041 by the normal approximation.
TEST(MannWhitneyTest, AgreesWithScipy) {
  const std::vector<double> men{19, 22, 16, 29, 24}, women{20, 11, 17, 12};
  const MannWhitneyTest exact = mann_whitney_test(men, women);
  EXPECT_NEAR(exact.u, 17, 1e-12);
  EXPECT_NEAR(exact.p, 1.0 / 9, 1e-12);
  const MannWhitneyTest normal = mann_whitney_test(men, women, 0);
  EXPECT_NEAR(normal.u, 17, 1e-12);
  EXPECT_NEAR(normal.p, 0.11134688653314041, 1e-12);
  EXPECT_NEAR(mann_whitney_test(women, men).u, 3, 1e-12);
  EXPECT_NEAR(mann_whitney_test(women, men).p, 1.0 / 9, 1e-12);
}

// The example in the documentation of R's wilcox.test, of Hollander and Wolfe: W = 35, p = 0.1272 one-sided.
TEST(MannWhitneyTest, AgreesWithR) {
  const std::vector<double> at_term{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> before{1.15, 0.88, 0.90, 0.74, 1.21};
  const MannWhitneyTest test = mann_whitney_test(at_term, before);
  EXPECT_NEAR(test.u, 35, 1e-12);
  EXPECT_NEAR(test.p, 2 * 0.1272, 1e-4);
}

TEST(MannWhitneyTest, ApproximatesTheExactOneWithTies) {
  std::vector<double> first, second;
  for (int i = 0; i < 18; ++i) {
    first.push_back(i % 6);
    second.push_back(i % 5 + 1.0 * (i % 3 == 0));
  }
  EXPECT_NEAR(mann_whitney_test(first, second, 0).p, mann_whitney_test(first, second, 100).p, 0.01);
}

TEST(MannWhitneyTest, OfNothingTellsNothing) {
  EXPECT_EQ(mann_whitney_test({}, std::vector<double>{1}).p, 1);
  const std::vector<double> same(100, 3);
  EXPECT_EQ(mann_whitney_test(same, same).p, 1);
}

}  // namespace
}  // namespace heddle::study
