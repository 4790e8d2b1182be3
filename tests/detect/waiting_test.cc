#include "detect/waiting.h"

#include <gtest/gtest.h>

#include <vector>

namespace heddle::waiting_test {
namespace {

constexpr ThreadId kWaiter = 1, kSender = 2, kOther = 3;
constexpr LocationId kCondition = 10, kMutex = 11, kFlag = 12, kCount = 13, kInnerMutex = 14, kNews = 15;
constexpr SiteId kSignalSite = 77;

// An execution, written down event by event.
class Story {
 public:
  Story& then(ThreadId thread, OperationKind kind, LocationId location, std::uint32_t detail = 0,
              SiteId site = 5) {
    events_.push_back({location, site, thread, kind, 4, detail});
    return *this;
  }
  Story& lock(ThreadId thread, LocationId mutex = kMutex) {
    return then(thread, OperationKind::kLock, mutex);
  }
  Story& unlock(ThreadId thread, LocationId mutex = kMutex) {
    return then(thread, OperationKind::kUnlock, mutex);
  }
  Story& read(ThreadId thread, LocationId location) { return then(thread, OperationKind::kRead, location); }
  Story& write(ThreadId thread, LocationId location) { return then(thread, OperationKind::kWrite, location); }
  Story& signal_in_vain(ThreadId thread = kSender) {
    return then(thread, OperationKind::kSignal, kCondition, 1, kSignalSite);
  }
  Story& signal(ThreadId thread = kSender) {
    return then(thread, OperationKind::kSignal, kCondition, 0, kSignalSite);
  }
  Story& wait(ThreadId thread = kWaiter) { return then(thread, OperationKind::kWait, kCondition); }
  Story& woken(ThreadId thread = kWaiter) {
    return then(thread, OperationKind::kWake, kCondition).then(thread, OperationKind::kRelock, kMutex);
  }

  bool loses_a_signal(LocationId mutex = kMutex) const {
    const std::optional<LostSignal> lost = find_lost_signal(events_, {kWaiter, kCondition, mutex});
    if (lost) {
      EXPECT_EQ(lost->site, kSignalSite);
      EXPECT_EQ(lost->thread, kSender);
    }
    return lost.has_value();
  }
  WaitState state(OperationKind next = OperationKind::kWake, LocationId object = kCondition) const {
    return wait_state(events_, kWaiter, {.kind = next, .site = 5, .location = object});
  }

 private:
  std::vector<Event> events_;
};

TEST(LostSignal, ComesBetweenATestOutsideTheLockAndTheWait) {
  EXPECT_TRUE(Story()
                  .read(kWaiter, kFlag)
                  .write(kSender, kFlag)
                  .signal_in_vain()
                  .lock(kWaiter)
                  .wait()
                  .loses_a_signal());
}

TEST(LostSignal, ComesBetweenTwoCriticalSections) {
  EXPECT_TRUE(Story()
                  .lock(kWaiter)
                  .read(kWaiter, kFlag)
                  .unlock(kWaiter)
                  .lock(kSender)
                  .write(kSender, kFlag)
                  .unlock(kSender)
                  .signal_in_vain()
                  .lock(kWaiter)
                  .wait()
                  .loses_a_signal());
}

// The flag is tested under the mutex, but changed without it.
TEST(LostSignal, ComesWithinTheCriticalSectionOfTheWaiter) {
  EXPECT_TRUE(Story()
                  .lock(kWaiter)
                  .read(kWaiter, kFlag)
                  .write(kSender, kFlag)
                  .signal_in_vain()
                  .wait()
                  .loses_a_signal());
}

TEST(LostSignal, IsMissedByAThreadThatTestsNothing) {
  EXPECT_TRUE(Story()
                  .then(kWaiter, OperationKind::kThreadStart, kNoLocation)
                  .signal_in_vain()
                  .lock(kWaiter)
                  .wait()
                  .loses_a_signal());
}

TEST(LostSignal, IsNoneBeforeTheThreadStarted) {
  EXPECT_FALSE(Story()
                   .signal_in_vain()
                   .then(kWaiter, OperationKind::kThreadStart, kNoLocation)
                   .lock(kWaiter)
                   .wait()
                   .loses_a_signal());
}

// Another worker took the work that the signal announced.
TEST(LostSignal, IsNoneForAWorkerThatTestsAndWaitsInOneCriticalSection) {
  EXPECT_FALSE(Story()
                   .then(kWaiter, OperationKind::kThreadStart, kNoLocation)
                   .lock(kSender)
                   .write(kSender, kFlag)
                   .unlock(kSender)
                   .lock(kOther)
                   .write(kOther, kFlag)
                   .unlock(kOther)
                   .signal_in_vain()
                   .lock(kWaiter)
                   .read(kWaiter, kFlag)
                   .wait()
                   .loses_a_signal());
}

TEST(LostSignal, IsNoneForAWorkerThatWasBusyWhenItCame) {
  EXPECT_FALSE(Story()
                   .lock(kWaiter)
                   .read(kWaiter, kFlag)
                   .wait()
                   .signal()
                   .woken()
                   .read(kWaiter, kFlag)
                   .unlock(kWaiter)
                   .read(kWaiter, kNews)
                   .write(kSender, kNews)
                   .write(kSender, kFlag)
                   .signal_in_vain()
                   .lock(kWaiter)
                   .read(kWaiter, kFlag)
                   .wait()
                   .loses_a_signal())
      << "what it read long before is not its test";
}

// What the waiter counts itself may be its test. Then it has missed nothing; in doubt, no signal is blamed.
TEST(LostSignal, IsNoneIfTheWaiterReadsOnlyWhatItWritesItself) {
  EXPECT_FALSE(Story()
                   .read(kWaiter, kFlag)
                   .write(kSender, kFlag)
                   .signal_in_vain()
                   .write(kOther, kCount)
                   .lock(kWaiter)
                   .read(kWaiter, kCount)
                   .write(kWaiter, kCount)
                   .wait()
                   .loses_a_signal());
}

// A lock object of its own, what was set up before it started: none of it is the condition.
TEST(LostSignal, IsNotHiddenByReadsOfWhatNoOtherThreadChanges) {
  EXPECT_TRUE(Story()
                  .write(kSender, kNews)
                  .read(kWaiter, kFlag)
                  .write(kSender, kFlag)
                  .signal_in_vain()
                  .lock(kWaiter)
                  .read(kWaiter, kNews)
                  .write(kWaiter, kCount)
                  .read(kWaiter, kCount)
                  .read(kWaiter, kNoLocation)
                  .write(kOther, kNoLocation)
                  .wait()
                  .loses_a_signal());
}

// std::condition_variable_any locks its own mutex, then gives up the user's.
TEST(LostSignal, IsNoneForAConditionVariableWithAMutexOfItsOwn) {
  EXPECT_FALSE(Story()
                   .read(kWaiter, kNews)
                   .write(kSender, kNews)
                   .write(kSender, kFlag)
                   .signal_in_vain()
                   .lock(kWaiter)
                   .read(kWaiter, kFlag)
                   .lock(kWaiter, kInnerMutex)
                   .unlock(kWaiter)
                   .wait()
                   .loses_a_signal(kInnerMutex));
}

TEST(LostSignal, IsLostForAConditionVariableWithAMutexOfItsOwn) {
  EXPECT_TRUE(Story()
                  .lock(kWaiter)
                  .read(kWaiter, kFlag)
                  .write(kSender, kFlag)
                  .signal_in_vain()
                  .lock(kWaiter, kInnerMutex)
                  .read(kWaiter, kNews)
                  .unlock(kWaiter)
                  .wait()
                  .loses_a_signal(kInnerMutex));
}

TEST(LostSignal, IsNoneOfAnotherConditionVariableOrOfOneThatWokeAThread) {
  EXPECT_FALSE(Story()
                   .read(kWaiter, kFlag)
                   .write(kSender, kFlag)
                   .signal()
                   .then(kSender, OperationKind::kSignal, kNews, 1)
                   .lock(kWaiter)
                   .wait()
                   .loses_a_signal());
}

TEST(LostSignal, NeedsAThreadThatWaits) {
  EXPECT_FALSE(Story().signal_in_vain().lock(kWaiter).loses_a_signal());
  EXPECT_FALSE(Story().signal_in_vain().loses_a_signal());
}

TEST(WaitState, OfAConditionVariableKnowsTheLastSignalAndWhomItWoke) {
  const WaitState state = Story()
                              .lock(kWaiter)
                              .wait()
                              .signal()
                              .woken()
                              .wait()
                              .signal()
                              .then(kOther, OperationKind::kWake, kCondition)
                              .state();
  EXPECT_EQ(state.how, OperationKind::kWait);
  EXPECT_EQ(state.rounds, 1u);
  EXPECT_EQ(state.last, OperationKind::kSignal);
  EXPECT_EQ(state.last_thread, kSender);
  EXPECT_EQ(state.last_site, kSignalSite);
  EXPECT_EQ(state.woken, kOther);
  EXPECT_FALSE(state.in_vain);
}

TEST(WaitState, TellsASignalThatWokeNoThread) {
  const WaitState state = Story().signal_in_vain().lock(kWaiter).wait().state();
  EXPECT_TRUE(state.in_vain);
  EXPECT_EQ(state.woken, kNoThread);
  EXPECT_EQ(state.rounds, 0u);
}

TEST(WaitState, OfASemaphoreKnowsWhoTookItLast) {
  const WaitState state = Story()
                              .then(kOther, OperationKind::kSemaphoreWait, kCount)
                              .then(kSender, OperationKind::kSemaphoreTryWait, kCount, 1)
                              .lock(kWaiter)
                              .state(OperationKind::kSemaphoreWait, kCount);
  EXPECT_EQ(state.how, OperationKind::kSemaphoreWait);
  EXPECT_EQ(state.last_thread, kOther) << "a try that failed took nothing";
}

TEST(WaitState, OfAWordKnowsWhoChangedItLastAndWhatWasLookedAt) {
  const WaitState state = Story()
                              .then(kSender, OperationKind::kAtomicUpdate, kCount)
                              .then(kWaiter, OperationKind::kAtomicLoad, kFlag)
                              .then(kWaiter, OperationKind::kFutexWait, kCount)
                              .state(OperationKind::kWake, kCount);
  EXPECT_EQ(state.how, OperationKind::kFutexWait);
  EXPECT_EQ(state.last_thread, kSender);
  EXPECT_EQ(state.watched, kFlag);
}

TEST(WaitState, OfAWordThatIsWhatTheThreadLookedAt) {
  const WaitState state = Story()
                              .then(kWaiter, OperationKind::kAtomicLoad, kCount)
                              .then(kWaiter, OperationKind::kFutexWait, kCount)
                              .state(OperationKind::kWake, kCount);
  EXPECT_EQ(state.watched, kNoLocation);
}

TEST(WaitState, IsEmptyForAThreadWithoutAPast) {
  EXPECT_EQ(Story().state().how, OperationKind::kNone);
}

}  // namespace
}  // namespace heddle::waiting_test
