#include "symbols/range_map.h"

#include <gtest/gtest.h>

#include <string>

namespace heddle::symbols {
namespace {

std::string at(const RangeMap<std::string>& map, uint64_t address) {
  const auto* entry = map.find(address);
  return entry == nullptr ? "" : entry->value;
}

TEST(RangeMap, FindsTheInnermostRange) {
  RangeMap<std::string> map;
  map.add(15, 18, "inner");
  map.add(10, 30, "outer");
  map.add(40, 50, "other");
  map.add(10, 12, "start");
  map.seal();
  EXPECT_EQ(at(map, 9), "");
  EXPECT_EQ(at(map, 10), "start");
  EXPECT_EQ(at(map, 12), "outer");
  EXPECT_EQ(at(map, 15), "inner");
  EXPECT_EQ(at(map, 18), "outer");
  EXPECT_EQ(at(map, 29), "outer");
  EXPECT_EQ(at(map, 30), "");
  EXPECT_EQ(at(map, 45), "other");
  EXPECT_EQ(at(map, 50), "");
}

TEST(RangeMap, PrefersTheLastOfEqualRanges) {
  RangeMap<std::string> map;
  map.add(1, 5, "alias");
  map.add(1, 5, "name");
  map.seal();
  EXPECT_EQ(at(map, 3), "name");
}

TEST(RangeMap, IgnoresEmptyRanges) {
  RangeMap<std::string> map;
  map.add(5, 5, "empty");
  map.add(7, 2, "backwards");
  map.seal();
  EXPECT_TRUE(map.empty());
  EXPECT_EQ(at(map, 5), "");
}

}  // namespace
}  // namespace heddle::symbols
