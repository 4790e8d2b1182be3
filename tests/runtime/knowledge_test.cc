#include "runtime/state/knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::runtime {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::IsNull;
using ::testing::NotNull;

Location granule(ObjectKind kind, std::uint64_t object, std::uint64_t offset) {
  Location location;
  location.kind = kind;
  location.object = object;
  location.offset = offset;
  return location;
}

TEST(Knowledge, IsNewsOnlyOnce) {
  Knowledge knowledge;
  const LocationId id = knowledge.locations.intern(granule(ObjectKind::kHeap, 7, 8));
  EXPECT_FALSE(knowledge.is_shared(id));
  EXPECT_TRUE(knowledge.mark_shared(id));
  EXPECT_TRUE(knowledge.is_shared(id));
  EXPECT_FALSE(knowledge.mark_shared(id));
}

TEST(Knowledge, SaysNothingOfWhatWasNeverMarked) {
  const Knowledge knowledge;
  for (LocationId id : {kNoLocation, LocationId{1}, LocationId{1000}, ~LocationId{0}})
    EXPECT_FALSE(knowledge.is_shared(id));
}

TEST(Knowledge, ListsTheSharedGranulesOfAnObject) {
  Knowledge knowledge;
  const LocationId at_8 = knowledge.locations.intern(granule(ObjectKind::kHeap, 7, 8));
  knowledge.locations.intern(granule(ObjectKind::kHeap, 7, 12));
  const LocationId at_16 = knowledge.locations.intern(granule(ObjectKind::kHeap, 7, 16));
  const LocationId other = knowledge.locations.intern(granule(ObjectKind::kHeap, 9, 8));
  knowledge.mark_shared(at_16);
  knowledge.mark_shared(other);
  knowledge.mark_shared(at_8);
  knowledge.mark_shared(at_8);
  const auto* granules = knowledge.shared_in(granule(ObjectKind::kHeap, 7, 0).object_key());
  ASSERT_THAT(granules, NotNull());
  ASSERT_EQ(granules->size(), 2u);
  EXPECT_EQ((*granules)[0].offset, 16u);
  EXPECT_EQ((*granules)[0].location, at_16);
  EXPECT_EQ((*granules)[1].offset, 8u);
  EXPECT_EQ((*granules)[1].location, at_8);
  EXPECT_THAT(knowledge.shared_in(granule(ObjectKind::kHeap, 8, 0).object_key()), IsNull());
}

TEST(Knowledge, ListsGlobalsApart) {
  Knowledge knowledge;
  EXPECT_THAT(knowledge.shared_globals(), IsEmpty());
  const LocationId heap = knowledge.locations.intern(granule(ObjectKind::kHeap, 7, 8));
  const LocationId global = knowledge.locations.intern(granule(ObjectKind::kGlobal, 0, 8));
  knowledge.mark_shared(heap);
  knowledge.mark_shared(global);
  EXPECT_THAT(knowledge.shared_globals(), ElementsAre(global));
}

TEST(Knowledge, GrowsWithTheNumberOfLocations) {
  Knowledge knowledge;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    const LocationId id = knowledge.locations.intern(granule(ObjectKind::kHeap, i, 0));
    if (i % 3 == 0) knowledge.mark_shared(id);
  }
  for (LocationId id = 1; id <= 1000; ++id) EXPECT_EQ(knowledge.is_shared(id), (id - 1) % 3 == 0) << id;
}

}  // namespace
}  // namespace heddle::runtime
