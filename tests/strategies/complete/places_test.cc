#include "strategies/complete/places.h"

#include <gtest/gtest.h>

#include "event/access_detail.h"

namespace heddle::complete {
namespace {

constexpr std::uint64_t kBlock = 7, kOther = 8;
constexpr SiteId kAllocation = 3;

heddle::Event access(OperationKind kind, LocationId location, unsigned first, unsigned size) {
  heddle::Event event{};
  event.kind = kind;
  event.location = location;
  event.size = static_cast<std::uint8_t>(size);
  event.detail = first | size << kGranuleBits;
  return event;
}

TEST(Places, OverlappingAccessesAreToOneLocation) {
  Places places;
  const heddle::Event low = access(OperationKind::kRead, 1, 0, 4),
                      high = access(OperationKind::kRead, 2, 0, 4);
  EXPECT_TRUE(places.learn(low, {kBlock, 0, 4}));
  EXPECT_TRUE(places.learn(high, {kBlock, 4, 4}));
  ASSERT_NE(places.find(low), nullptr);
  EXPECT_NE(*places.find(low), *places.find(high));
  const heddle::Event both = access(OperationKind::kWrite, 1, 0, 8);
  EXPECT_FALSE(places.learn(both, {kBlock, 0, 8})) << "everything begins anew";
  EXPECT_EQ(places.find(low), nullptr);
  EXPECT_TRUE(places.learn(low, {kBlock, 0, 4}));
  EXPECT_TRUE(places.learn(high, {kBlock, 4, 4}));
  EXPECT_EQ(*places.find(low), *places.find(high));
}

TEST(Places, BlocksOfAnAllocationThatAreFreedAreOneLocationEach) {
  Places places;
  const heddle::Event first = access(OperationKind::kRead, 1, 0, 4),
                      second = access(OperationKind::kRead, 2, 0, 4),
                      other = access(OperationKind::kRead, 3, 0, 4);
  EXPECT_TRUE(places.learn(first, {kBlock, 0, 4, kAllocation}));
  EXPECT_TRUE(places.learn(second, {kBlock, 4, 4, kAllocation}));
  const heddle::Event freed = access(OperationKind::kFree, 1, 0, 16);
  EXPECT_FALSE(places.learn(freed, {kBlock, 0, 16, kAllocation}));
  EXPECT_TRUE(places.learn(freed, {kBlock, 0, 16, kAllocation})) << "that is known now";
  EXPECT_TRUE(places.learn(first, {kBlock, 0, 4, kAllocation}));
  EXPECT_TRUE(places.learn(second, {kBlock, 4, 4, kAllocation}));
  EXPECT_TRUE(places.learn(other, {kOther, 0, 4, kAllocation}));
  EXPECT_EQ(*places.find(first), *places.find(second));
  EXPECT_EQ(*places.find(first), *places.find(freed));
  EXPECT_NE(*places.find(first), *places.find(other));
}

}  // namespace
}  // namespace heddle::complete
