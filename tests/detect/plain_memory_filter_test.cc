#include "detect/plain_memory_filter.h"

#include <gtest/gtest.h>

namespace heddle {

namespace {

TEST(PlainMemoryFilter, HoldsEveryGranuleOfAnAccess) {
  PlainMemoryFilter filter;
  EXPECT_FALSE(filter.may_hold(0x1000, 8));
  filter.add(0x1003, 2);  // in two granules
  EXPECT_TRUE(filter.may_hold(0x1000, 4));
  EXPECT_TRUE(filter.may_hold(0x1004, 4));
  EXPECT_TRUE(filter.may_hold(0x0ffc, 8)) << "an atomic of eight bytes whose second half it is";
  EXPECT_FALSE(filter.may_hold(0x1008, 8));
  filter.clear();
  EXPECT_FALSE(filter.may_hold(0x1000, 8));
}

TEST(PlainMemoryFilter, OfLongAccessesItSaysYesToAll) {
  PlainMemoryFilter filter;
  filter.add(0x1000, 1 << 20);
  EXPECT_TRUE(filter.may_hold(0x1000 + (1 << 19), 4));
  filter.clear();
  EXPECT_FALSE(filter.may_hold(0x1000 + (1 << 19), 4));
}

TEST(PlainMemoryFilter, SaysNoToMost) {
  PlainMemoryFilter filter;
  for (std::uint64_t i = 0; i < 64; ++i) filter.add(0x10000 + 64 * i, 4);
  unsigned wrong = 0;
  for (std::uint64_t i = 0; i < 1000; ++i) wrong += filter.may_hold(0x500000 + 4 * i, 4) ? 1 : 0;
  EXPECT_LT(wrong, 100u);
}

}  // namespace

}  // namespace heddle
