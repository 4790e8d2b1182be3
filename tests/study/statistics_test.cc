#include "study/statistics/statistics.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::study {
namespace {

// Fisher's own example: a lady tells tea from milk first in 3 of 4 cups each.
TEST(FisherExact, IsFishers) {
  EXPECT_NEAR(fisher_exact({3, 4}, {1, 4}), 0.4857, 1e-4);
  EXPECT_NEAR(fisher_exact({4, 4}, {0, 4}), 0.0286, 1e-4);
}

// Agresti and scipy's documentation: 8 of 10 against 1 of 6.
TEST(FisherExact, IsTwoSided) {
  EXPECT_NEAR(fisher_exact({8, 10}, {1, 6}), 0.0350, 1e-4);
  EXPECT_NEAR(fisher_exact({1, 6}, {8, 10}), 0.0350, 1e-4);
}

TEST(FisherExact, IsOneWhereNothingDiffers) {
  EXPECT_NEAR(fisher_exact({0, 100}, {0, 100}), 1, 1e-9);
  EXPECT_NEAR(fisher_exact({50, 100}, {50, 100}), 1, 1e-9);
  EXPECT_NEAR(fisher_exact({0, 0}, {0, 0}), 1, 1e-9);
}

TEST(FisherExact, TakesThePapersSizes) {
  EXPECT_LT(fisher_exact({20, 10'000}, {168, 10'000}), 1e-20);
  EXPECT_GT(fisher_exact({4'326, 10'000}, {4'330, 10'000}), 0.9);
}

// Of the 70 ways to choose four of eight, the most extreme sum has a probability of 1/70 on each side.
TEST(RankSumTest, IsExact) {
  EXPECT_NEAR(rank_sum_test(std::vector<double>{5, 6, 7, 8}, std::vector<double>{1, 2, 3, 4}), 2.0 / 70,
              1e-12);
  EXPECT_NEAR(rank_sum_test(std::vector<double>{1, 2, 3, 4}, std::vector<double>{5, 6, 7, 8}), 2.0 / 70,
              1e-12);
}

// Hollander and Wolfe's permeability of the membranes, as R's documentation of wilcox.test has it: W = 35,
// one-sided p = 0.1272, and no ties.
TEST(RankSumTest, AgreesWithAPublishedExample) {
  const std::vector<double> x{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46};
  const std::vector<double> y{1.15, 0.88, 0.90, 0.74, 1.21};
  EXPECT_NEAR(rank_sum_test(x, y), 0.2544, 1e-4);
}

TEST(RankSumTest, TakesTies) {
  EXPECT_NEAR(rank_sum_test(std::vector<double>{3, 3, 3}, std::vector<double>{3, 3, 3}), 1, 1e-12);
  // Ranks 2, 2, 2, 4.5, 4.5, 6: of the 20 choices the sums 6 and 15 happen once each.
  EXPECT_NEAR(rank_sum_test(std::vector<double>{1, 1, 1}, std::vector<double>{2, 2, 3}), 0.1, 1e-12);
  EXPECT_EQ(rank_sum_test({}, std::vector<double>{1}), 1);
}

TEST(RankSumTest, TakesThePapersSizes) {
  const std::vector<double> low(30, 1), high(30, 2);
  EXPECT_LT(rank_sum_test(low, high), 1e-15);
}

TEST(Compare, NeedsSignificance) {
  EXPECT_EQ(compare({168, 10'000}, {20, 10'000}), Comparison::kBetter);
  EXPECT_EQ(compare({20, 10'000}, {168, 10'000}), Comparison::kWorse);
  EXPECT_EQ(compare({20, 10'000}, {30, 10'000}), Comparison::kNoDifference);
  EXPECT_EQ(compare({0, 0}, {5, 10}), Comparison::kNoDifference);
}

TEST(Share, WithoutAFailureIsFlooredAtOne) {
  EXPECT_EQ((Share{0, 10'000}.floored()), 0.0001);
  EXPECT_EQ((Share{7, 100}.floored()), 0.07);
  EXPECT_EQ((Share{0, 0}.floored()), 0);
  EXPECT_EQ((Share{0, 0}.probability()), 0);
}

TEST(Means, AreWhatTheyAreCalled) {
  const std::vector<double> values{1, 4, 16};
  EXPECT_DOUBLE_EQ(mean(values), 7);
  EXPECT_DOUBLE_EQ(median(values), 4);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{1, 4, 16, 2}), 3);
  EXPECT_DOUBLE_EQ(geometric_mean(values), 4);
  EXPECT_EQ(mean({}), 0);
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(geometric_mean({}), 0);
}

// quantile(x) and sd(x) of R; the data are those of the NumPy documentation's percentiles.
TEST(Spread, IsThatOfR) {
  const std::vector<double> values{10, 7, 4, 3, 2, 1};
  EXPECT_DOUBLE_EQ(quantile(values, 0.5), 3.5);
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 2.25);
  EXPECT_DOUBLE_EQ(quantile(values, 0), 1);
  EXPECT_DOUBLE_EQ(quantile(values, 1), 10);
  EXPECT_EQ(quantile({}, 0.5), 0);
  EXPECT_DOUBLE_EQ(variance(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}), 32.0 / 7);
  EXPECT_DOUBLE_EQ(standard_deviation(std::vector<double>{1, 2, 3}), 1);
  EXPECT_EQ(variance(std::vector<double>{5}), 0);
}

}  // namespace
}  // namespace heddle::study
