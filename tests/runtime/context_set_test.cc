#include <gtest/gtest.h>

#include <vector>

#include "runtime/carrier/contexts.h"

namespace heddle::runtime {

namespace {

TEST(ContextSet, GivesTheSmallestNumberFirst) {
  ContextSet set;
  set.reserve(200);
  EXPECT_EQ(set.take_smallest(), ContextSet::kNone);
  for (const std::size_t number : {130, 5, 64, 63}) set.insert(number);
  EXPECT_EQ(set.size(), 4u);
  EXPECT_TRUE(set.contains(64));
  set.erase(64);
  for (const std::size_t number : {5, 63, 130}) EXPECT_EQ(set.take_smallest(), number);
  EXPECT_EQ(set.take_smallest(), ContextSet::kNone);
}

TEST(ContextSet, CompletesAnother) {
  ContextSet all, free;
  for (ContextSet* each : {&all, &free}) each->reserve(70);
  for (const std::size_t number : {1, 2, 69}) all.insert(number);
  free.insert(2);
  std::vector<std::size_t> missing;
  all.add_missing_to(free, [&](std::size_t number) { missing.push_back(number); });
  EXPECT_EQ(missing, (std::vector<std::size_t>{1, 69}));
  EXPECT_EQ(free.size(), 3u);
}

}  // namespace

}  // namespace heddle::runtime
