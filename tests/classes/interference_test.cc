#include "classes/interference.h"

#include <gtest/gtest.h>

#include "small_models.h"

namespace heddle::classes::testing::interference_test {
namespace {

constexpr AccessType kRead = AccessType::kRead, kWrite = AccessType::kWrite;

HeldLock lock(std::string name, std::uint32_t critical_section, LockOwner owner = LockOwner::kObject) {
  return {std::move(name), LockMode::kExclusive, owner, critical_section};
}

// Accesses of one field.
Method method_on_x(const std::vector<std::pair<AccessType, std::vector<HeldLock>>>& accesses) {
  Method made;
  for (const auto& [type, held] : accesses) {
    FieldAccess access;
    access.field = "x";
    access.type = type;
    access.held = held;
    made.accesses.push_back(std::move(access));
  }
  return made;
}

bool both_ways(const Method& a, const Method& b) {
  EXPECT_EQ(may_interfere(a, b), may_interfere(b, a));
  return may_interfere(a, b);
}

TEST(Interference, IsAWriteWithoutACommonLock) {
  const Method writes = method_on_x({{kWrite, {}}}), reads = method_on_x({{kRead, {}}});
  EXPECT_TRUE(both_ways(writes, reads));
  EXPECT_TRUE(both_ways(writes, writes));
  EXPECT_FALSE(both_ways(reads, reads));
  EXPECT_TRUE(both_ways(method_on_x({{kWrite, {lock("a", 0)}}}), method_on_x({{kRead, {lock("b", 0)}}})));
  EXPECT_FALSE(both_ways(method_on_x({{kWrite, {lock("a", 0)}}}), method_on_x({{kRead, {lock("a", 0)}}})));
}

TEST(Interference, IsAWriteUnderAReaderLock) {
  HeldLock shared = lock("a", 0);
  shared.mode = LockMode::kShared;
  EXPECT_TRUE(both_ways(method_on_x({{kWrite, {shared}}}), method_on_x({{kRead, {shared}}})));
  EXPECT_FALSE(both_ways(method_on_x({{kWrite, {lock("a", 0)}}}), method_on_x({{kRead, {shared}}})));
}

// A lock of a hash table that has several: MPLs do not count it, but most likely it does its work.
TEST(Interference, TakesOneLockOfSeveralForALock) {
  const HeldLock striped = lock("segments_.mutex", 0, LockOwner::kAnother);
  EXPECT_FALSE(both_ways(method_on_x({{kWrite, {striped}}}), method_on_x({{kRead, {striped}}})));
}

TEST(Interference, IsWhatComesBetweenTwoCriticalSections) {
  const Method split = method_on_x({{kRead, {lock("a", 0)}}, {kWrite, {lock("a", 1)}}});
  const Method whole = method_on_x({{kRead, {lock("a", 0)}}, {kWrite, {lock("a", 0)}}});
  const Method writes = method_on_x({{kWrite, {lock("a", 0)}}}),
               reads = method_on_x({{kRead, {lock("a", 0)}}});
  EXPECT_TRUE(both_ways(split, writes));
  EXPECT_TRUE(both_ways(split, split));
  EXPECT_FALSE(both_ways(split, reads)) << "read, read, write is read, then read and write";
  EXPECT_FALSE(both_ways(whole, writes));
  EXPECT_FALSE(both_ways(whole, whole));
}

// The outer lock is held throughout.
TEST(Interference, KnowsTheLockAroundBoth) {
  const Method split =
      method_on_x({{kRead, {lock("outer", 0), lock("a", 1)}}, {kWrite, {lock("outer", 0), lock("a", 2)}}});
  EXPECT_FALSE(both_ways(split, method_on_x({{kWrite, {lock("a", 0)}}})));
}

TEST(Interference, IsAboutOneField) {
  Method elsewhere = method_on_x({{kWrite, {}}});
  elsewhere.accesses.front().field = "y";
  EXPECT_FALSE(both_ways(method_on_x({{kWrite, {}}}), elsewhere));
}

}  // namespace
}  // namespace heddle::classes::testing::interference_test
