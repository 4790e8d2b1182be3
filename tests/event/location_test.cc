#include "event/location.h"

#include <gtest/gtest.h>

#include <map>

namespace heddle {
namespace {

Location global(std::uint32_t module, std::uint64_t offset) {
  Location location;
  location.kind = ObjectKind::kGlobal;
  location.module = module;
  location.offset = offset;
  return location;
}

Location heap(std::uint64_t object, std::uint64_t offset) {
  Location location;
  location.kind = ObjectKind::kHeap;
  location.thread = 5;
  location.object = object;
  location.offset = offset;
  return location;
}

TEST(LocationTable, NumbersInTheOrderOfDiscovery) {
  LocationTable table;
  EXPECT_EQ(table.size(), 0u);
  EXPECT_EQ(table.intern(global(0, 8)), 1u);
  EXPECT_EQ(table.intern(global(0, 4)), 2u);
  EXPECT_EQ(table.intern(heap(9, 4)), 3u);
  EXPECT_EQ(table.size(), 3u);
}

TEST(LocationTable, KnowsALocationAgain) {
  LocationTable table;
  const LocationId first = table.intern(global(0, 8));
  table.intern(global(0, 4));
  EXPECT_EQ(table.intern(global(0, 8)), first);
  EXPECT_EQ(table.size(), 2u);
  EXPECT_EQ(table[first], global(0, 8));
}

TEST(LocationTable, FindsOnlyWhatIsThere) {
  LocationTable table;
  EXPECT_EQ(table.find(global(0, 8)), kNoLocation);
  const LocationId id = table.intern(global(0, 8));
  EXPECT_EQ(table.find(global(0, 8)), id);
  EXPECT_EQ(table.find(global(0, 12)), kNoLocation);
  EXPECT_EQ(table.size(), 1u) << "looking adds nothing";
}

TEST(LocationTable, KeepsTenThousandApart) {
  LocationTable table;
  for (std::uint64_t object = 0; object < 100; ++object)
    for (std::uint64_t offset = 0; offset < 400; offset += kGranuleSize)
      table.intern(heap(mix(object + 1), offset));
  EXPECT_EQ(table.size(), 10'000u);
}

TEST(Location, OfTheHeapIsItsObjectAndNotWhereItWasAllocated) {
  Location a = heap(9, 4), b = a;
  b.allocation_site = 77;
  b.ordinal = 3;
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.key(), b.key());
}

TEST(Location, OfTheSameObjectHasTheSameObjectKey) {
  EXPECT_EQ(heap(9, 4).object_key(), heap(9, 8).object_key());
  EXPECT_NE(heap(9, 4).object_key(), heap(10, 4).object_key());
  EXPECT_NE(heap(9, 4).key(), heap(9, 8).key());
}

TEST(Location, OfAnotherThreadIsAnother) {
  Location a;
  a.kind = ObjectKind::kStack;
  a.thread = 1;
  a.offset = 16;
  Location b = a;
  b.thread = 2;
  EXPECT_NE(a, b);
  EXPECT_NE(a.key(), b.key());
}

// The table knows locations by their keys alone.
TEST(Location, OfAnotherKindOrModuleHasAnotherKey) {
  std::map<std::uint64_t, Location> known;
  for (ObjectKind kind : {ObjectKind::kGlobal, ObjectKind::kHeap, ObjectKind::kStack,
                          ObjectKind::kThreadLocal, ObjectKind::kMapping})
    for (std::uint32_t module = 0; module < 10; ++module) {
      Location location;
      location.kind = kind;
      location.module = module;
      location.offset = 64;
      const auto [other, added] = known.try_emplace(location.key(), location);
      ASSERT_TRUE(added) << "kind " << static_cast<int>(kind) << " of module " << module
                         << " is taken for kind " << static_cast<int>(other->second.kind) << " of module "
                         << other->second.module;
    }
}

TEST(Location, OfAMappingIsNamedByWhoMappedIt) {
  Location one;
  one.kind = ObjectKind::kMapping;
  one.object = 1;
  one.offset = 64;
  Location other = one;
  other.object = 2;
  EXPECT_NE(one.object_key(), other.object_key());
  EXPECT_TRUE(one.is_allocated());
  one.object = 0;  // an address, and nothing is known of it
  EXPECT_FALSE(one.is_allocated());
}

}  // namespace
}  // namespace heddle
