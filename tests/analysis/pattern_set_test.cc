#include "analysis/pattern_set.h"

#include <gtest/gtest.h>

#include <set>

#include "event/random.h"

namespace heddle {
namespace {

Pattern pair(std::uint8_t id, SiteId first, SiteId second) {
  Pattern pattern;
  pattern.id = id;
  pattern.size = 2;
  pattern.elements[0] = {1, first, 1};
  pattern.elements[1] = {2, second, 1};
  return pattern;
}

TEST(PatternSet, TellsWhatIsNew) {
  PatternSet set;
  EXPECT_FALSE(set.contains(pair(1, 1, 2).key()));
  EXPECT_TRUE(set.insert(pair(1, 1, 2)));
  EXPECT_FALSE(set.insert(pair(1, 1, 2)));
  EXPECT_TRUE(set.insert(pair(1, 2, 1)));
  EXPECT_TRUE(set.insert(pair(2, 1, 2))) << "the same accesses make several patterns";
  EXPECT_TRUE(set.contains(pair(1, 1, 2).key()));
  EXPECT_FALSE(set.contains(pair(3, 1, 2).key()));
  EXPECT_EQ(set.size(), 3u);
  EXPECT_EQ(set.count(1), 2u);
  EXPECT_EQ(set.count(2), 1u);
  EXPECT_EQ(set.count(17), 0u);
}

TEST(PatternSet, AgreesWithASetOfTheStandardLibrary) {
  Random random(1);
  PatternSet set;
  std::set<std::uint64_t> expected;
  for (int i = 0; i < 20'000; ++i) {
    const Pattern pattern =
        pair(static_cast<std::uint8_t>(1 + random.below(3)), static_cast<SiteId>(random.below(60)),
             static_cast<SiteId>(random.below(60)));
    ASSERT_EQ(set.insert(pattern), expected.insert(pattern.key()).second);
  }
  EXPECT_EQ(set.size(), expected.size());
  EXPECT_EQ(set.count(1) + set.count(2) + set.count(3), expected.size());
  std::set<std::uint64_t> keys;
  set.for_each_key([&](std::uint64_t key) { keys.insert(key); });
  EXPECT_EQ(keys, expected);
}

TEST(PatternSet, IsCopiedAsAValue) {
  PatternSet set;
  set.insert(pair(1, 1, 2));
  PatternSet copy = set;
  copy.insert(pair(1, 3, 4));
  EXPECT_EQ(set.size(), 1u);
  EXPECT_EQ(copy.size(), 2u);
  EXPECT_FALSE(set.contains(pair(1, 3, 4).key()));
}

TEST(PatternKey, DependsOnEveryPart) {
  std::set<std::uint64_t> keys;
  Pattern pattern;
  for (std::size_t i = 0; i < 4; ++i)
    pattern.elements[i] = {10 + i, static_cast<SiteId>(20 + i), static_cast<LocationId>(30 + i)};
  std::size_t expected = 0;
  const auto add = [&] {
    keys.insert(pattern.key());
    EXPECT_EQ(keys.size(), ++expected);
  };
  for (pattern.id = 1; pattern.id <= kPatternIds; ++pattern.id)
    for (pattern.size = 2; pattern.size <= 4; ++pattern.size) add();
  pattern.id = 9;
  pattern.size = 4;
  for (std::size_t i = 0; i < 4; ++i) {
    const PatternElement before = pattern.elements[i];
    ++pattern.elements[i].thread_name;
    add();
    pattern.elements[i] = before;
    ++pattern.elements[i].site;
    add();
    pattern.elements[i] = before;
    ++pattern.elements[i].location;
    add();
    pattern.elements[i] = before;
    std::swap(pattern.elements[i], pattern.elements[(i + 1) % 4]);
    add();
    std::swap(pattern.elements[i], pattern.elements[(i + 1) % 4]);
  }
  EXPECT_FALSE(keys.contains(0));
}

TEST(PatternKey, HasNoCollisionsAmongNeighbours) {
  std::set<std::uint64_t> keys;
  for (std::uint8_t id = 1; id <= 3; ++id)
    for (SiteId first = 0; first < 200; ++first)
      for (SiteId second = 0; second < 200; ++second) keys.insert(pair(id, first, second).key());
  EXPECT_EQ(keys.size(), 3u * 200 * 200);
}

}  // namespace
}  // namespace heddle
