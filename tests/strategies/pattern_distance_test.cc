#include "strategies/pattern_distance.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

using Reading = PatternDistance::Reading;

Pattern pattern(SiteId site) {
  Pattern pattern;
  pattern.id = 1;
  pattern.size = 1;
  pattern.elements[0].site = site;
  return pattern;
}

std::uint32_t distance(PatternDistance& distances, std::initializer_list<SiteId> sites) {
  PatternDistance::State state = distances.begin();
  for (const SiteId site : sites) distances.extend(state, distances.number_of(pattern(site)));
  return distances.of(state);
}

void pass(PatternDistance& distances, std::initializer_list<SiteId> sites) {
  std::vector<PatternNumber> patterns;
  for (const SiteId site : sites) patterns.push_back(distances.number_of(pattern(site)));
  distances.add_passed(patterns);
}

TEST(PatternDistance, IsTheLeastNumberOfNewPatterns) {
  PatternDistance distances(Reading::kNew);
  EXPECT_EQ(distance(distances, {1, 2}), 2u) << "nothing has passed";
  pass(distances, {1, 2, 3});
  EXPECT_EQ(distance(distances, {}), 0u);
  EXPECT_EQ(distance(distances, {1, 2}), 0u);
  EXPECT_EQ(distance(distances, {1, 4}), 1u);
  EXPECT_EQ(distance(distances, {4, 5}), 2u);
  pass(distances, {4});
  EXPECT_EQ(distance(distances, {1, 4}), 1u) << "no trace has both";
  EXPECT_EQ(distance(distances, {4, 5}), 1u);
  pass(distances, {1, 4, 5});
  EXPECT_EQ(distance(distances, {1, 4}), 0u);
  EXPECT_EQ(distance(distances, {1, 2, 4}), 1u);
}

TEST(PatternDistance, IsTheLeastNumberOfMissingPatterns) {
  PatternDistance distances(Reading::kMissing);
  EXPECT_EQ(distance(distances, {1, 2}), 0u) << "nothing has passed";
  pass(distances, {1, 2, 3});
  EXPECT_EQ(distance(distances, {}), 0u) << "as in the example";
  EXPECT_EQ(distance(distances, {1}), 2u);
  EXPECT_EQ(distance(distances, {9}), 3u);
  pass(distances, {1, 2});
  EXPECT_EQ(distance(distances, {1}), 1u) << "the smaller of the two is nearer";
}

TEST(PatternDistance, KeepsManyTracesApart) {
  PatternDistance distances(Reading::kNew);
  for (SiteId i = 1; i <= 200; ++i) pass(distances, {i, i + 1});
  EXPECT_EQ(distance(distances, {150, 151}), 0u);
  EXPECT_EQ(distance(distances, {150, 152}), 1u);
  EXPECT_EQ(distance(distances, {1, 100, 200}), 2u);
}

}  // namespace
}  // namespace heddle
