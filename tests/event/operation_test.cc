#include "event/operation.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace heddle::operation_test {
namespace {

constexpr auto kKinds = static_cast<std::size_t>(OperationKind::kCount);

// They stand in schedule files: append, never change.
constexpr std::string_view kNames[] = {"none",
                                       "read",
                                       "write",
                                       "atomic load",
                                       "atomic store",
                                       "atomic update",
                                       "fence",
                                       "create thread",
                                       "start",
                                       "join",
                                       "detach",
                                       "lock",
                                       "try-lock",
                                       "timed lock",
                                       "unlock",
                                       "relock",
                                       "wait",
                                       "wake",
                                       "signal",
                                       "broadcast",
                                       "shared lock",
                                       "shared try-lock",
                                       "shared timed lock",
                                       "semaphore wait",
                                       "semaphore try-wait",
                                       "semaphore post",
                                       "barrier wait",
                                       "once",
                                       "futex wait",
                                       "futex wake",
                                       "sleep",
                                       "yield",
                                       "exit",
                                       "receive",
                                       "send",
                                       "accept",
                                       "connect",
                                       "poll",
                                       "close",
                                       "file lock",
                                       "child wait",
                                       "signal wait"};

TEST(OperationKind, NeverChangesItsNames) {
  ASSERT_LE(std::size(kNames), kKinds);
  for (std::size_t i = 0; i < std::size(kNames); ++i)
    EXPECT_EQ(to_string(static_cast<OperationKind>(i)), kNames[i]);
}

TEST(OperationKind, HasANameOfItsOwn) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const std::string_view name = to_string(static_cast<OperationKind>(i));
    EXPECT_FALSE(name.empty()) << i;
    EXPECT_EQ(name.find(" @"), std::string_view::npos) << "the schedule file needs it as a mark: " << name;
    EXPECT_TRUE(names.insert(name).second) << name;
  }
}

TEST(OperationKind, IsUnknownBeyondTheLast) {
  EXPECT_EQ(to_string(OperationKind::kCount), "unknown");
  EXPECT_EQ(to_string(static_cast<OperationKind>(255)), "unknown");
}

TEST(OperationKind, OnlyAccessesReadOrWriteMemory) {
  const std::set<OperationKind> plain{OperationKind::kRead, OperationKind::kWrite, OperationKind::kFree};
  const std::set<OperationKind> atomic{OperationKind::kAtomicLoad, OperationKind::kAtomicStore,
                                       OperationKind::kAtomicUpdate};
  const std::set<OperationKind> writing{OperationKind::kWrite, OperationKind::kAtomicStore,
                                        OperationKind::kAtomicUpdate, OperationKind::kFree};
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<OperationKind>(i);
    SCOPED_TRACE(to_string(kind));
    EXPECT_EQ(is_plain_access(kind), plain.contains(kind));
    EXPECT_EQ(is_atomic_access(kind), atomic.contains(kind));
    EXPECT_EQ(is_access(kind), plain.contains(kind) || atomic.contains(kind));
    EXPECT_EQ(writes(kind), writing.contains(kind));
  }
}

TEST(OperationKind, AcquisitionsAreTheWaysToTakeALock) {
  const std::set<OperationKind> acquisitions{OperationKind::kLock,           OperationKind::kTryLock,
                                             OperationKind::kTimedLock,      OperationKind::kRelock,
                                             OperationKind::kSharedLock,     OperationKind::kSharedTryLock,
                                             OperationKind::kSharedTimedLock};
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<OperationKind>(i);
    EXPECT_EQ(is_acquisition(kind), acquisitions.contains(kind)) << to_string(kind);
  }
}

Operation operation(OperationKind kind, std::uint64_t address, std::uint8_t size = 4) {
  Operation result;
  result.kind = kind;
  result.address = address;
  result.size = size;
  return result;
}

constexpr OperationKind kRead = OperationKind::kRead, kWrite = OperationKind::kWrite;
constexpr OperationKind kLoad = OperationKind::kAtomicLoad, kStore = OperationKind::kAtomicStore;
constexpr OperationKind kUpdate = OperationKind::kAtomicUpdate;
constexpr OperationKind kLock = OperationKind::kLock, kUnlock = OperationKind::kUnlock;
constexpr OperationKind kSignal = OperationKind::kSignal, kWake = OperationKind::kWake;
constexpr OperationKind kYield = OperationKind::kYield, kFence = OperationKind::kFence;

TEST(Conflict, IsDecidedByKindAndPlace) {
  struct Row {
    Operation a, b;
    bool conflict;
    const char* why;
  };
  const Row rows[] = {
      {operation(kRead, 100), operation(kRead, 100), false, "two reads"},
      {operation(kRead, 100), operation(kWrite, 100), true, "a read and a write"},
      {operation(kWrite, 100), operation(kWrite, 100), true, "two writes"},
      {operation(kLoad, 100), operation(kLoad, 100), false, "two atomic loads"},
      {operation(kLoad, 100), operation(kRead, 100), false, "an atomic load and a read"},
      {operation(kLoad, 100), operation(kStore, 100), true, "an atomic load and a store"},
      {operation(kLoad, 100), operation(kUpdate, 100), true, "an atomic load and an update"},
      {operation(kUpdate, 100), operation(kUpdate, 100), true, "two atomic updates"},
      {operation(kRead, 100), operation(kUpdate, 100), true, "a read and an atomic update"},
      {operation(kWrite, 100), operation(kWrite, 104), false, "neighbours"},
      {operation(kWrite, 100), operation(kWrite, 103), true, "the last byte is in both"},
      {operation(kWrite, 100, 8), operation(kRead, 104, 1), true, "one within the other"},
      {operation(kWrite, 100, 1), operation(kRead, 101, 1), false, "neighbouring bytes"},
      {operation(kWrite, 100, 0), operation(kWrite, 100), false, "no byte at all"},
      {operation(kLock, 100), operation(kLock, 100), true, "the same lock"},
      {operation(kLock, 100), operation(kUnlock, 100), true, "the same lock taken and given back"},
      {operation(kLock, 100, 40), operation(kLock, 104, 40), false, "objects are told by where they start"},
      {operation(kSignal, 100), operation(kWake, 100), true, "the same condition variable"},
      {operation(kLock, 100), operation(kWrite, 100), false, "an access and a lock"},
      {operation(kYield, 0), operation(kYield, 0), false, "no object at all"},
      {operation(kFence, 0), operation(kLock, 100), false, "no object and a lock"},
      {operation(kRead, 0), operation(kWrite, 0), true, "an access to address 0 is an access"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(row.a.conflicts_with(row.b), row.conflict) << row.why;
    EXPECT_EQ(row.b.conflicts_with(row.a), row.conflict) << row.why << ", the other way round";
  }
}

// 255 stands for 255 or more: how far such an access reaches is not known, so it must not be called
// independent.
TEST(Conflict, OfALongAccessMayLieBeyondWhatItsSizeCanSay) {
  const Operation long_write = operation(kWrite, 1000, 255);
  EXPECT_TRUE(long_write.conflicts_with(operation(kRead, 1254)));
  EXPECT_TRUE(long_write.conflicts_with(operation(kRead, 1500)));
  EXPECT_TRUE(operation(kRead, 1500).conflicts_with(long_write));
  EXPECT_FALSE(long_write.conflicts_with(operation(kRead, 996)));
  EXPECT_FALSE(operation(kWrite, 1000, 254).conflicts_with(operation(kRead, 1254)));
}

}  // namespace
}  // namespace heddle::operation_test
