#include "study/statistics/signed_rank_test.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace heddle::study {
namespace {

// The test of these differences with nothing.
std::optional<SignedRankTest> test_differences(const std::vector<double>& differences,
                                               std::size_t exact_up_to = kExactSignedRanks) {
  return signed_rank_test(differences, std::vector<double>(differences.size()), exact_up_to);
}

// Hollander and Wolfe's depression scores, as R's documentation of wilcox.test has them: V = 40, one-sided
// p = 0.01953. R's own regression tests have the book's two-sided 0.0391.
TEST(SignedRankTest, AgreesWithHollanderAndWolfe) {
  const std::vector<double> first{1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30};
  const std::vector<double> second{0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29};
  const auto test = signed_rank_test(first, second);
  ASSERT_TRUE(test);
  EXPECT_EQ(test->positive, 40);
  EXPECT_EQ(test->negative, 5);
  EXPECT_NEAR(test->p, 0.0390625, 1e-12);
  const auto swapped = signed_rank_test(second, first);
  EXPECT_EQ(swapped->positive, 5);
  EXPECT_NEAR(swapped->p, test->p, 1e-12);
}

// Darwin's maize, cross-fertilized less self-fertilized, as in scipy's documentation of wilcoxon: 24 (and
// 96), p = 0.041259765625.
TEST(SignedRankTest, AgreesWithScipyOnDarwinsMaize) {
  const auto test = test_differences({6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75});
  ASSERT_TRUE(test);
  EXPECT_EQ(test->positive, 96);
  EXPECT_EQ(test->negative, 24);
  EXPECT_NEAR(test->p, 0.041259765625, 1e-12);
}

// An example of Bortz, Lienert and Boehnke with ties and with pairs that do not differ, on the list r-help of
// 25 August 2006: V = 13; wilcox.exact of exactRankTests has p = 0.1367, wilcox.test, which approximates
// where there are ties, 0.1436.
TEST(SignedRankTest, IsExactWithTies) {
  const std::vector<double> first{9, 14, 8, 11, 14, 10, 8, 14, 12, 14, 13, 9, 15, 12, 9};
  const std::vector<double> second{13, 15, 9, 12, 16, 10, 8, 13, 12, 16, 9, 10, 16, 12, 9};
  const auto exact = signed_rank_test(first, second);
  ASSERT_TRUE(exact);
  EXPECT_EQ(exact->positive, 13);
  EXPECT_NEAR(exact->p, 0.1367, 5e-5);
  EXPECT_NEAR(signed_rank_test(first, second, 0)->p, 0.1436, 5e-5);
}

// Twelve different differences whose ranks sum to 14 and to 64, as in example 3.5 of Sprent and Smeeton; the
// tests of the R package ANSM5, which follows the book, have 0.052246094 and, approximately, 0.054613544.
TEST(SignedRankTest, AgreesWithSprentAndSmeeton) {
  const std::vector<double> differences{-1, 2, -3, -4, -5, -6, -7, -8, -9, -10, -11, 12};
  EXPECT_EQ(test_differences(differences)->positive, 14);
  EXPECT_EQ(test_differences(differences)->negative, 64);
  EXPECT_NEAR(test_differences(differences)->p, 0.052246094, 1e-9);
  EXPECT_NEAR(test_differences(differences, 0)->p, 0.054613544, 1e-9);
}

// All signs of n differences are one of 2^n equally probable ways, on each side.
TEST(SignedRankTest, IsSmallestWhereAllPairsDifferInTheSameWay) {
  EXPECT_NEAR(test_differences({1, 2, 3, 4, 5})->p, 2 / std::pow(2.0, 5), 1e-15);
  EXPECT_NEAR(test_differences({-7, -7, -7, -7, -7})->p, 2 / std::pow(2.0, 5), 1e-15);
  const std::vector<double> many(60, 3);
  EXPECT_NEAR(test_differences(many)->p / (2 / std::pow(2.0, 60)), 1, 1e-9);
}

// Three signs, ranks 1.5, 1.5 and 3: of the eight sums 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6 the observed 1.5 is as
// far from 3 as four of them and nearer than two.
TEST(SignedRankTest, CountsTiesByHand) {
  const auto test = test_differences({2, -2, -5});
  EXPECT_EQ(test->positive, 1.5);
  EXPECT_EQ(test->negative, 4.5);
  EXPECT_NEAR(test->p, 6.0 / 8, 1e-15);
}

TEST(SignedRankTest, IsOneInTheMiddle) {
  EXPECT_NEAR(test_differences({1, -1})->p, 1, 1e-15);
  EXPECT_NEAR(test_differences({1, -1}, 0)->p, 1, 1e-15);
  EXPECT_NEAR(test_differences({1, 2, -3})->p, 1, 1e-15);
}

TEST(SignedRankTest, HasNothingToSayWhereNothingDiffers) {
  const std::vector<double> ones(100, 1);
  EXPECT_FALSE(signed_rank_test(ones, ones));
  EXPECT_FALSE(signed_rank_test({}, {}));
}

// The program Even of the HARS paper: HARS needs one trace in each run (Table II: 1.000), MCR two in each of
// its ten; Table III prints 0.002. Its 0.006 elsewhere is what ten different differences of one sign give
// approximately; exactly they give 0.002, too.
TEST(SignedRankTest, HasThePapersSmallestProbabilities) {
  const std::vector<double> hars(10, 1), mcr(10, 2);
  EXPECT_NEAR(signed_rank_test(hars, mcr)->p, 0.002, 5e-4);
  EXPECT_NEAR(signed_rank_test(hars, mcr, 0)->p, 0.002, 5e-4);
  const std::vector<double> different{1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  EXPECT_NEAR(test_differences(different, 0)->p, 0.006, 5e-4);
  EXPECT_NEAR(test_differences(different)->p, 0.002, 5e-4);
}

// Where one gives way to the other they say nearly the same: 0.0356 and 0.0362.
TEST(SignedRankTest, ApproximatesManyPairs) {
  std::vector<double> differences;
  for (int i = 1; i <= 60; ++i) differences.push_back(i % 3 == 0 ? -i : i);
  EXPECT_NEAR(test_differences(differences)->p, test_differences(differences, 59)->p, 1e-3);
  differences.push_back(61);
  EXPECT_EQ(test_differences(differences)->p, test_differences(differences, 0)->p);
}

TEST(Bonferroni, MultipliesUpToOne) {
  EXPECT_DOUBLE_EQ(bonferroni(0.01, 4), 0.04);
  EXPECT_DOUBLE_EQ(bonferroni(0.3, 4), 1);
  EXPECT_DOUBLE_EQ(bonferroni(0.01, 1), 0.01);
}

}  // namespace
}  // namespace heddle::study
