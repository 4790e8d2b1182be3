#include "study/statistics/scott_knott.h"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <vector>

namespace heddle::study {
namespace {

using Ranks = std::vector<std::size_t>;
using Methods = std::vector<std::vector<double>>;

constexpr double kSignificance = 0.05;

// By hand. The cut after 10: 1 * 2 / 3 * (16 - 10)^2 = 24; after 12: 2 * 1 / 3 * (20 - 11)^2 = 54, which is
// B0. The mean is 14, so sigma0^2 = (16 + 4 + 36 + 12 * 1) / (3 + 12) = 68 / 15. With pi / (2 (pi - 2))
// = 1.375969, lambda = 1.375969 * 54 * 15 / 68 = 16.39022; chi-square with 3 / (pi - 2) = 2.627907 degrees of
// freedom.
TEST(BestSplit, FollowsTheFormula) {
  const Split split =
      best_split(std::vector<double>{10, 12, 20}, {.variance_of_mean = 1, .degrees_of_freedom = 12});
  EXPECT_EQ(split.lower, 2U);
  EXPECT_NEAR(split.lambda, 16.39022, 1e-5);
  EXPECT_NEAR(split.p, 0.00061784, 1e-8);  // by the series of the incomplete gamma function
}

// Days until ten beans flower, in three blocks: Hernandes Peres's notes on correlation, example 3, have from
// the R package ExpDes.pt a residual mean square of 2.0074 with 18 degrees of freedom, and the groups 52
// | 49.67 49.33 | 48 47.67 47 46.67 46.33 | 43 41.67.
TEST(BestSplit, AgreesWithExpDes) {
  const std::vector<double> means{125.0 / 3, 43, 139.0 / 3, 140.0 / 3, 47,
                                  143.0 / 3, 48, 148.0 / 3, 149.0 / 3, 52};
  const ResidualError error{.variance_of_mean = 2.0074 / 3, .degrees_of_freedom = 18};
  const auto part = [&](std::size_t first, std::size_t last) {
    return best_split(std::span(means).subspan(first, last - first), error);
  };
  EXPECT_EQ(part(0, 10).lower, 2U);
  EXPECT_LT(part(0, 10).p, kSignificance);
  EXPECT_GT(part(0, 2).p, kSignificance);
  EXPECT_EQ(part(2, 10).lower, 5U);
  EXPECT_LT(part(2, 10).p, kSignificance);
  EXPECT_GT(part(2, 7).p, kSignificance);
  EXPECT_EQ(part(7, 10).lower, 2U);
  EXPECT_LT(part(7, 10).p, kSignificance);  // 0.0447: nearly not
  EXPECT_GT(part(7, 9).p, kSignificance);
}

// The pods of the same beans, 7.0257 with 18 degrees of freedom: the four largest are one group, all others
// one.
TEST(BestSplit, AgreesWithExpDesOnACloseCall) {
  const std::vector<double> means{2.300000, 4.766667, 6.233333, 6.466667,  7.233333,
                                  7.833333, 8.666667, 9.933333, 10.666667, 13.566667};
  const ResidualError error{.variance_of_mean = 7.0257 / 3, .degrees_of_freedom = 18};
  const Split all = best_split(means, error);
  EXPECT_EQ(all.lower, 6U);
  EXPECT_LT(all.p, kSignificance);  // 0.0478
  EXPECT_GT(best_split(std::span(means).first(6), error).p, kSignificance);
  EXPECT_GT(best_split(std::span(means).subspan(6), error).p, kSignificance);
}

TEST(BestSplit, IsNoneOfEqualMeans) {
  const Split split = best_split(std::vector<double>{3, 3, 3}, {});
  EXPECT_EQ(split.lambda, 0);
  EXPECT_EQ(split.p, 1);
}

// Loss of mass of pomegranates by six treatments. Shimizu, "Aplicações práticas do software R para Agronomia"
// (2020), prints what the R package ScottKnott says: T5, T4, T3 a; T6 b; T1, T2 c, with a residual sum of
// squares of 1.0796. No two of these groups are close, so effect sizes do not change it.
TEST(ScottKnott, AgreesWithThePackageScottKnott) {
  const Methods treatments{{2.10, 1.90, 1.68, 1.69}, {1.62, 1.82, 1.73, 1.54}, {2.62, 2.24, 2.99, 2.62},
                           {2.52, 2.21, 2.53, 3.22}, {2.67, 2.44, 2.78, 2.66}, {2.17, 2.27, 2.17, 2.04}};
  const Ranks printed{1, 1, 3, 3, 3, 2};
  EXPECT_EQ(scott_knott_esd(treatments, {.rule = SplitRule::kSignificant}), printed);
  EXPECT_EQ(scott_knott_esd(treatments), printed);
  EXPECT_EQ(scott_knott_esd(treatments, {.significance = 0.01}), (Ranks{1, 1, 2, 2, 2, 1}));
}

// A thousand values, half of them 1 above and half 1 below the mean, and as many 0.15 higher: certainly
// different, and negligibly so. By hand: B0 = 0.15^2 / 2, the variance of a mean is 1 / 999, sigma0^2 =
// 0.00100463, lambda = 15.4, and d is 0.15 times the root of 999 / 1000.
TEST(ScottKnott, JoinsWhatDiffersNegligibly) {
  Methods methods(2);
  for (int i = 0; i < 1000; ++i) {
    methods[0].push_back(i % 2 == 0 ? 1.15 : -0.85);
    methods[1].push_back(i % 2 == 0 ? 1 : -1);
  }
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kSignificant}), (Ranks{2, 1}));
  EXPECT_EQ(scott_knott_esd(methods), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kNotNegligible}), (Ranks{1, 1}));
}

// Three values each, d = 1: large, but lambda = 1.375969 * 0.5 * 6 / (0.5 + 4 / 3) = 2.25 is not significant
// with 1.75 degrees of freedom.
TEST(ScottKnott, JoinsWhatDiffersByChance) {
  const Methods methods{{2, 3, 4}, {1, 2, 3}};
  const std::vector<double> means{2, 3};
  EXPECT_NEAR(best_split(means, {.variance_of_mean = 1.0 / 3, .degrees_of_freedom = 4}).lambda, 2.2516, 1e-4);
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kSignificant}), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(methods), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kNotNegligible}), (Ranks{2, 1}));
}

// Each is 0.15 of a standard deviation from the next, so that only the first and the last differ by 0.3:
// version 2 of ScottKnottESD cuts there, and joins the two that are left.
TEST(ScottKnott, ByEffectSizeAloneLooksAtAllPairs) {
  Methods methods(3);
  for (int i = 0; i < 1000; ++i)
    for (std::size_t method = 0; method < 3; ++method)
      methods[method].push_back((i % 2 == 0 ? 1 : -1) + 0.15 * static_cast<double>(method));
  const Ranks ranks = scott_knott_esd(methods, {.rule = SplitRule::kNotNegligible});
  EXPECT_EQ(ranks.front(), 1U);
  EXPECT_EQ(ranks.back(), 2U);
}

// One program on which both do badly hides that the first is ten times better on all others; in logarithms it
// is seen: the means of log(1 + x) are about 1.5 and 2.9.
TEST(ScottKnott, SeesThroughSkewnessInLogarithms) {
  const Methods methods{{1, 2, 1, 3, 2, 1, 2, 3, 1, 5000}, {10, 20, 10, 30, 20, 10, 20, 30, 10, 5000}};
  EXPECT_EQ(scott_knott_esd(methods), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kNotNegligible}), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(methods, {.rule = SplitRule::kNotNegligible, .log_transform = true}),
            (Ranks{1, 2}));
  const Methods without_it{{1, 2, 1, 3, 2, 1, 2, 3, 1}, {10, 20, 10, 30, 20, 10, 20, 30, 10}};
  EXPECT_EQ(scott_knott_esd(without_it, {.log_transform = true}), (Ranks{1, 2}));
}

TEST(ScottKnott, RanksUpwardsInTheOrderGiven) {
  const Methods methods{{30, 31, 29}, {10, 11, 9}, {20, 21, 19}, {10, 9, 11}};
  EXPECT_EQ(scott_knott_esd(methods), (Ranks{3, 1, 2, 1}));
}

TEST(ScottKnott, TakesDifferentNumbersOfValues) {
  const Methods methods{{30, 31, 29, 30}, {10, 11, 9}, {10, 10}};
  EXPECT_EQ(scott_knott_esd(methods), (Ranks{2, 1, 1}));
}

TEST(ScottKnott, TakesWhatHasNoSpread) {
  EXPECT_EQ(scott_knott_esd(Methods{{1, 1, 1}, {1, 1, 1}}), (Ranks{1, 1}));
  EXPECT_EQ(scott_knott_esd(Methods{{2, 2, 2, 2, 2}, {1, 1, 1, 1, 1}}), (Ranks{2, 1}));
  EXPECT_EQ(scott_knott_esd(Methods{{5, 6}}), (Ranks{1}));
  EXPECT_EQ(scott_knott_esd(Methods{}), Ranks{});
  EXPECT_EQ(scott_knott_esd(Methods{{1}, {2}}), (Ranks{1, 1}));  // nothing is left to judge by
}

}  // namespace
}  // namespace heddle::study
