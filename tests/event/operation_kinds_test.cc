// The table of operations: every row is whole, and what is asked about kinds is what it has always been.
#include "event/operation_kinds.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "event/operation_words.h"

namespace heddle::operation_kinds_test {
namespace {

using enum OperationKind;

std::string names_of(std::uint64_t set) {
  std::string names;
  for (std::size_t i = 0; i < kOperationKinds; ++i)
    if (is_one_of(static_cast<OperationKind>(i), set))
      names += (names.empty() ? "" : ", ") + std::string(kOperationFacts[i].name);
  return names;
}

TEST(OperationTable, HasTheKindsInTheOrderOfTheirNumbers) {
  EXPECT_EQ(static_cast<int>(kNone), 0);
  EXPECT_EQ(static_cast<int>(kLock), 11);
  EXPECT_EQ(static_cast<int>(kExit), 32);
  EXPECT_EQ(static_cast<int>(kDestroy), 47);
  EXPECT_EQ(static_cast<int>(kTurnEnd), 50);
  EXPECT_EQ(kOperationKinds, 51u) << "a new one is appended, and gets a line here";
}

TEST(OperationTable, HasWordsForEveryKind) {
  for (std::size_t i = 0; i < kOperationKinds; ++i) {
    const auto kind = static_cast<OperationKind>(i);
    SCOPED_TRACE(to_string(kind));
    const OperationWords& words = words_of(kind);
    EXPECT_FALSE(words.deed.empty());
    EXPECT_EQ(words.now.empty(), words.past.empty());
    for (const std::string_view each :
         {words.deed, words.blocked, words.step, words.failed, words.now, words.past})
      EXPECT_EQ(each.find("{}"), each.rfind("{}")) << "one gap at most: " << each;
    EXPECT_EQ(to_string(kind).data()[to_string(kind).size()], '\0') << "debuggers read it";
  }
}

// Of what cannot wait nothing is said about waiting.
TEST(OperationTable, SaysOfWhomItMayHaveToWait) {
  for (std::size_t i = 1; i < kOperationKinds; ++i) {
    const auto kind = static_cast<OperationKind>(i);
    if (!words_of(kind).blocked.empty()) {
      EXPECT_NE(facts_of(kind).waits, OperationWaits::kNever) << to_string(kind);
    }
  }
}

TEST(OperationTable, NamesAnObjectWhereTheDeedHasAGapForIt) {
  for (std::size_t i = 0; i < kOperationKinds; ++i) {
    const auto kind = static_cast<OperationKind>(i);
    const OperationObject object = facts_of(kind).object;
    const bool is_thread = object == OperationObject::kThread || object == OperationObject::kSignals;
    if (words_of(kind).deed.find("{}") != std::string_view::npos && !is_thread) {
      EXPECT_NE(noun_of(object), "") << to_string(kind);
    }
  }
}

TEST(OperationTable, TakesWhatIsNoKindForNone) {
  EXPECT_EQ(&facts_of(kCount), &facts_of(kNone));
  EXPECT_EQ(&facts_of(static_cast<OperationKind>(255)), &facts_of(kNone));
  EXPECT_EQ(&words_of(static_cast<OperationKind>(255)), &words_of(kNone));
}

// Sets that strategies, detectors and reports rely on, written out.
TEST(OperationSets, AreWhatTheyWere) {
  EXPECT_EQ(names_of(kinds::kPlainAccesses), names_of(set_of(kRead, kWrite, kFree)));
  EXPECT_EQ(names_of(kinds::kAtomicAccesses), names_of(set_of(kAtomicLoad, kAtomicStore, kAtomicUpdate)));
  EXPECT_EQ(names_of(kinds::kReading), names_of(set_of(kRead, kAtomicLoad, kAtomicUpdate)));
  EXPECT_EQ(names_of(kinds::kWriting),
            names_of(set_of(kWrite, kFree, kAtomicStore, kAtomicUpdate, kInitialise, kDestroy)));
  EXPECT_EQ(names_of(kinds::kAcquisitions), names_of(set_of(kLock, kTryLock, kTimedLock, kRelock, kSharedLock,
                                                            kSharedTryLock, kSharedTimedLock)));
  EXPECT_EQ(names_of(kinds::kSharedAcquisitions),
            names_of(set_of(kSharedLock, kSharedTryLock, kSharedTimedLock)));
  EXPECT_EQ(names_of(kinds::kAcquisitions & kinds::kUnbounded),
            names_of(set_of(kLock, kRelock, kSharedLock)));
  EXPECT_EQ(names_of(kinds::kGivingLocksUp), names_of(set_of(kUnlock, kWait)));
  EXPECT_EQ(names_of(kinds::kGivingWay), names_of(set_of(kSleep, kYield)));
  EXPECT_EQ(names_of(kinds::kBeginningWaits), names_of(set_of(kWait, kBarrierWait, kFutexWait)));
  EXPECT_EQ(names_of(kinds::kNotifications), names_of(set_of(kSignal, kBroadcast)));
  EXPECT_EQ(names_of(kinds::kOnDescriptors),
            names_of(set_of(kReceive, kSend, kAccept, kConnect, kPoll, kClose, kFileLock, kChildWait)));
}

TEST(OperationSets, OfUsesOfSynchronisationObjects) {
  const std::uint64_t with_lifetime =
      set_of(kLock, kTryLock, kTimedLock, kUnlock, kRelock, kWait, kSignal, kBroadcast, kSharedLock,
             kSharedTryLock, kSharedTimedLock, kSemaphoreWait, kSemaphoreTryWait, kSemaphorePost,
             kBarrierWait, kInitialise, kDestroy);
  EXPECT_EQ(names_of(kinds::kOnObjectsWithLifetime), names_of(with_lifetime));
  EXPECT_EQ(names_of(kinds::kTouchingObjects),
            names_of(with_lifetime | set_of(kOnce, kFutexWait, kFutexWake)));
}

// A thread arrives at a barrier without waiting, and waits to leave it. What leads out of the program may
// never come.
TEST(OperationSets, OfWaitsThatMayNeverEnd) {
  EXPECT_EQ(names_of(kinds::kUnbounded),
            names_of(set_of(kThreadJoin, kLock, kRelock, kWake, kSharedLock, kSemaphoreWait, kOnce, kReceive,
                            kSend, kAccept, kConnect, kPoll, kFileLock, kChildWait, kSignalWait, kTurnWait)));
}

}  // namespace
}  // namespace heddle::operation_kinds_test
