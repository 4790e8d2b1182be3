#include "analysis/lock_changes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "trace.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using testing::Trace;

constexpr LocationId kMutex = 1, kOther = 2, kCondition = 3;
using enum LockChangeKind;

TEST(LockChanges, TellsWhoTakesAndGivesUp) {
  Trace trace;
  trace.lock(0, kMutex, 1).add(1, OperationKind::kTryLock, kMutex, 1, 1).unlock(0, kMutex);
  trace.add(1, OperationKind::kSharedLock, kOther).unlock(1, kOther);
  EXPECT_THAT(lock_changes(trace.events()),
              ElementsAre(LockChange{0, 0, kMutex, kTaken}, LockChange{2, 0, kMutex, kGivenUp},
                          LockChange{3, 1, kOther, kTakenShared}, LockChange{4, 1, kOther, kGivenUpShared}));
}

TEST(LockChanges, AConditionWaitGivesItsMutexUp) {
  Trace trace;
  trace.lock(0, kOther, 1).lock(0, kMutex, 1).add(0, OperationKind::kWait, kCondition);
  trace.add(0, OperationKind::kWake, kCondition).add(0, OperationKind::kRelock, kMutex);
  EXPECT_THAT(lock_changes(trace.events()),
              ElementsAre(LockChange{0, 0, kOther, kTaken}, LockChange{1, 0, kMutex, kTaken},
                          LockChange{2, 0, kMutex, kGivenUp}, LockChange{4, 0, kMutex, kTaken}));
}

TEST(LockChanges, AWaitThatNeverEndsGivesUpTheOnlyMutex) {
  Trace trace;
  trace.lock(0, kMutex, 1).add(0, OperationKind::kWait, kCondition);
  EXPECT_THAT(lock_changes(trace.events()),
              ElementsAre(LockChange{0, 0, kMutex, kTaken}, LockChange{1, 0, kMutex, kGivenUp}));
}

TEST(LockChanges, OfSeveralTheOneThatIsNotHeldAtTheEnd) {
  Trace trace;
  trace.lock(0, kOther, 1).lock(0, kMutex, 1).add(0, OperationKind::kWait, kCondition);
  EXPECT_EQ(lock_changes(trace.events()).size(), 2u) << "which one it was is not known";
  const std::vector<std::vector<LocationId>> held = {{kOther}};
  EXPECT_THAT(lock_changes(trace.events(), held),
              ElementsAre(LockChange{0, 0, kOther, kTaken}, LockChange{1, 0, kMutex, kTaken},
                          LockChange{2, 0, kMutex, kGivenUp}));
}

TEST(LockChanges, NobodyGivesUpWhatIsNotTheirs) {
  Trace trace;
  trace.lock(0, kMutex, 1).unlock(1, kMutex);
  EXPECT_THAT(lock_changes(trace.events()), ElementsAre(LockChange{0, 0, kMutex, kTaken}));
}

}  // namespace
}  // namespace heddle
