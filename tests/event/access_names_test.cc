// What turns the location of an event, which is a granule, into the bytes of the access.
#include <gtest/gtest.h>

#include "event/access_detail.h"
#include "event/frame_name.h"
#include "event/pointee.h"

namespace heddle {
namespace {

Event access(OperationKind kind, std::uint64_t granule, std::uint64_t address, std::uint8_t size) {
  const std::uint32_t detail = is_plain_access(kind) ? plain_detail(granule, address, size)
                                                     : atomic_detail(false, Ordering::kRelease, address);
  return {.location = 1, .site = 0, .thread = 0, .kind = kind, .size = size, .detail = detail};
}

TEST(AccessNames, BeginWhereTheAccessBegins) {
  EXPECT_EQ(start_of(access(OperationKind::kWrite, 0x100, 0x100, 4)), 0);
  EXPECT_EQ(start_of(access(OperationKind::kWrite, 0x100, 0x103, 1)), 3);
  EXPECT_EQ(start_of(access(OperationKind::kRead, 0x100, 0x102, 2)), 2);
  EXPECT_EQ(start_of(access(OperationKind::kRead, 0x104, 0x100, 8)), -4) << "its second half is shared";
  EXPECT_EQ(start_of(access(OperationKind::kAtomicStore, 0x100, 0x101, 1)), 1);
  EXPECT_EQ(start_of(access(OperationKind::kAtomicUpdate, 0x100, 0x102, 2)), 2);
}

TEST(AccessNames, OffsetsInAStackAreCountedDown) {
  Location global;
  global.kind = ObjectKind::kGlobal;
  global.offset = 16;
  EXPECT_EQ(moved(global, 3).offset, 19u);
  EXPECT_EQ(moved(global, -4).offset, 12u);
  Location local;
  local.kind = ObjectKind::kStack;
  local.offset = 64;
  local.frame_offset = -24;
  EXPECT_EQ(moved(local, 3).offset, 61u);
  EXPECT_EQ(moved(local, 3).frame_offset, -21);
}

TEST(AccessNames, ALocationLiesInOneFrameAfterTheOther) {
  Location local;
  local.kind = ObjectKind::kStack;
  const std::vector<FrameName> given{{10, 7, 100, -8, 32}, {12, 8, 300, -4, 16}, {20, 7, 200, -16, 48}};
  const FrameNames names(given);
  EXPECT_EQ(names.at(local, 7, 10).allocation_site, 100u);
  EXPECT_EQ(names.at(local, 7, 19).frame_offset, -8);
  EXPECT_EQ(names.at(local, 7, 20).allocation_site, 200u);
  EXPECT_EQ(names.at(local, 7, 1000).size, 48u);
  EXPECT_EQ(names.at(local, 7, 3).allocation_site, 100u) << "the first one that is known";
  EXPECT_EQ(names.at(local, 9, 12).allocation_site, kNoSite);
}

// An address is handed on from one block to the next.
TEST(AccessNames, APointerPointsToWhatWasThereLast) {
  Location first;
  first.kind = ObjectKind::kHeap;
  first.object = 1;
  Location second = first;
  second.object = 2;
  const Pointee known[] = {{.event = 3, .value = 0x1000, .location = first},
                           {.event = 9, .value = 0x1000, .location = second}};
  const Pointees pointees(known);
  EXPECT_EQ(pointees.at(0x1000, 2), nullptr) << "a number that became an address later";
  ASSERT_NE(pointees.at(0x1000, 3), nullptr);
  EXPECT_EQ(pointees.at(0x1000, 3)->object, 1u);
  EXPECT_EQ(pointees.at(0x1000, 8)->object, 1u) << "gone or not";
  EXPECT_EQ(pointees.at(0x1000, 9)->object, 2u);
  EXPECT_EQ(pointees.at(0x1008, 9), nullptr);
}

}  // namespace
}  // namespace heddle
