#include "event/random.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace heddle {
namespace {

// The first values are those of xoshiro256** seeded by splitmix64, as other implementations give them.
TEST(Random, NeverChangesItsStream) {
  Random zero(0);
  EXPECT_EQ(zero.next(), 0x99ec5f36cb75f2b4u);
  EXPECT_EQ(zero.next(), 0xbf6e1f784956452au);
  EXPECT_EQ(zero.next(), 0x1a5f849d4933e6e0u);
  EXPECT_EQ(zero.next(), 0x6aa594f1262d2d2cu);
  Random one(1);
  EXPECT_EQ(one.next(), 0xb3f2af6d0fc710c5u);
  EXPECT_EQ(one.next(), 0x853b559647364ceau);
  Random last(~0ull);
  EXPECT_EQ(last.next(), 0x8f5520d52a7ead08u);
}

TEST(Random, NeverChangesWhatItMakesOfTheStream) {
  Random numbers(1);
  for (std::uint64_t expected : {7, 5, 5, 3, 6, 1, 0, 3}) EXPECT_EQ(numbers.below(10), expected);
  Random coins(1);
  for (bool expected : {true, true, true, false, true, false, false, false})
    EXPECT_EQ(coins.coin(), expected);
  Random units(1);
  EXPECT_EQ(units.unit(), static_cast<double>(0xb3f2af6d0fc710c5u >> 11) / 9007199254740992.0);
}

TEST(Random, StartsWithSeedOne) {
  Random unseeded;
  EXPECT_EQ(unseeded.next(), Random(1).next());
}

TEST(Random, GivesTheSameStreamForTheSameSeed) {
  Random a(42), b(7);
  b.next();
  b.reseed(42);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(a.next(), b.next());
}

TEST(Random, GivesAnotherStreamForAnotherSeed) {
  Random a(42), b(43);
  int equal = 0;
  for (int i = 0; i < 1000; ++i) equal += a.next() == b.next();
  EXPECT_EQ(equal, 0);
}

TEST(Random, BelowStaysInRange) {
  Random random(3);
  for (std::uint64_t bound : {1ull, 2ull, 3ull, 10ull, 1000ull, 1ull << 32, (1ull << 63) + 1, ~0ull})
    for (int i = 0; i < 10'000; ++i) ASSERT_LT(random.below(bound), bound);
}

// 99.9 % of the values of chi-square with k degrees of freedom lie below (Wilson and Hilferty's
// approximation).
double chi_square_limit(double k) {
  const double t = 1 - 2 / (9 * k) + 3.09 * std::sqrt(2 / (9 * k));
  return k * t * t * t;
}

TEST(Random, BelowIsUniform) {
  Random random(5);
  for (std::uint64_t bound : {2u, 3u, 7u, 10u, 64u, 1000u}) {
    constexpr double kExpected = 1000;
    std::vector<int> counts(bound);
    for (std::uint64_t i = 0; i < bound * 1000; ++i) ++counts[random.below(bound)];
    double chi_square = 0;
    for (int count : counts) chi_square += (count - kExpected) * (count - kExpected) / kExpected;
    EXPECT_LT(chi_square, chi_square_limit(static_cast<double>(bound - 1))) << "below(" << bound << ")";
  }
}

TEST(Random, UnitIsUniformAndBelowOne) {
  Random random(6);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double value = random.unit();
    ASSERT_GE(value, 0);
    ASSERT_LT(value, 1);
    sum += value;
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 0.005);
}

TEST(Random, CoinIsFair) {
  Random random(8);
  int heads = 0;
  for (int i = 0; i < 100'000; ++i) heads += random.coin();
  EXPECT_NEAR(heads, 50'000, 500);
}

}  // namespace
}  // namespace heddle
