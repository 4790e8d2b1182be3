// The wait queue with threads that the test makes; scheduler_test.cc has those that the engine runs.
#include "runtime/engine/wait_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>

#include "event/random.h"
#include "scripted_program.h"

namespace heddle::runtime {
namespace {

constexpr std::uint64_t kCondition = 0x1000, kOther = 0x2000;

class WaitQueueTest : public ::testing::Test {
 protected:
  void SetUp() override {
    scripted_.make_current();
    program().threads.clear();
    wait_queue::begin_execution();
  }

  Thread& waiter(std::uint64_t condition = kCondition) {
    Thread& thread = threads_.emplace_back();
    program().threads.push_back(&thread);
    wait_queue::enter(thread, condition);
    return thread;
  }
  static bool is_woken(const Thread& thread) { return wait_queue::when_woken.ready(thread); }

  testing::ScriptedProgram scripted_;
  std::deque<Thread> threads_;
};

TEST_F(WaitQueueTest, WakesNobodyWhereNobodyWaits) {
  EXPECT_FALSE(wait_queue::wake_one(kCondition));
  EXPECT_EQ(wait_queue::wake_all(kCondition), 0u);
  EXPECT_EQ(wait_queue::waiting(kCondition), 0u);
  EXPECT_FALSE(is_woken(waiter())) << "a signal that came before is lost";
}

TEST_F(WaitQueueTest, EnablesEverybodyWhoWaitsAndWakesTheFirstThatIsChosen) {
  Thread &a = waiter(), &b = waiter(), &c = waiter();
  EXPECT_FALSE(is_woken(a) || is_woken(b) || is_woken(c));
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(is_woken(a) && is_woken(b) && is_woken(c));
  EXPECT_TRUE(wait_queue::leave(b));
  EXPECT_FALSE(is_woken(a) || is_woken(c));
}

TEST_F(WaitQueueTest, DoesNotWakeWhoComesLater) {
  Thread& early = waiter();
  wait_queue::wake_one(kCondition);
  Thread& late = waiter();
  EXPECT_TRUE(is_woken(early));
  EXPECT_FALSE(is_woken(late));
  wait_queue::wake_all(kCondition);
  EXPECT_FALSE(is_woken(waiter()));
}

TEST_F(WaitQueueTest, CountsThoseWhomNoWakeUpHasReached) {
  Thread& first = waiter();
  waiter();
  EXPECT_EQ(wait_queue::unwoken(kCondition), 2u);
  wait_queue::wake_one(kCondition);
  EXPECT_EQ(wait_queue::unwoken(kCondition), 1u) << "one of the two can go";
  wait_queue::leave(first);
  EXPECT_EQ(wait_queue::unwoken(kCondition), 1u);
  wait_queue::wake_all(kCondition);
  EXPECT_EQ(wait_queue::unwoken(kCondition), 0u);
  EXPECT_EQ(wait_queue::waiting(kCondition), 1u);
}

// Its only taker was cancelled.
TEST_F(WaitQueueTest, APermitThatNobodyCanTakeDoesNotCountForOthers) {
  Thread& cancelled = waiter();
  wait_queue::wake_one(kCondition);
  wait_queue::give_up(cancelled);
  Thread& later = waiter();
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(is_woken(later));
}

TEST_F(WaitQueueTest, WakesAsManyAsThereWereSignals) {
  Thread &a = waiter(), &b = waiter(), &c = waiter();
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(wait_queue::leave(c));
  EXPECT_TRUE(wait_queue::leave(a));
  EXPECT_FALSE(is_woken(b));
}

TEST_F(WaitQueueTest, SaysWhenThereIsNobodyLeftToWake) {
  Thread& a = waiter();
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_FALSE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(wait_queue::leave(a));
  EXPECT_FALSE(is_woken(waiter())) << "the second signal is not kept for later";
}

TEST_F(WaitQueueTest, LeavesTheOlderSignalToWhoWasThere) {
  for (bool young_first : {false, true}) {
    Thread& old = waiter();
    wait_queue::wake_one(kCondition);
    Thread& young = waiter();
    wait_queue::wake_one(kCondition);
    EXPECT_TRUE(wait_queue::leave(young_first ? young : old));
    EXPECT_TRUE(wait_queue::leave(young_first ? old : young));
  }
}

TEST_F(WaitQueueTest, WakesAllWhoWaitNow) {
  Thread &a = waiter(), &b = waiter(), &elsewhere = waiter(kOther);
  EXPECT_EQ(wait_queue::wake_all(kCondition), 2u);
  EXPECT_TRUE(is_woken(a) && is_woken(b));
  EXPECT_FALSE(is_woken(elsewhere));
  EXPECT_TRUE(wait_queue::leave(a));
  EXPECT_TRUE(wait_queue::leave(b));
}

TEST_F(WaitQueueTest, ForgetsSignalsThatABroadcastMadeNeedless) {
  Thread &a = waiter(), &b = waiter();
  wait_queue::wake_one(kCondition);
  wait_queue::wake_all(kCondition);
  EXPECT_FALSE(wait_queue::wake_one(kCondition)) << "both are woken already";
  EXPECT_TRUE(wait_queue::leave(a));
  EXPECT_TRUE(wait_queue::leave(b));
  Thread& later = waiter();
  EXPECT_FALSE(is_woken(later));
  EXPECT_TRUE(wait_queue::wake_one(kCondition));
  EXPECT_TRUE(is_woken(later));
}

TEST_F(WaitQueueTest, TellsATimeoutFromAWakeUp) {
  Thread& a = waiter();
  EXPECT_FALSE(wait_queue::leave(a));
  EXPECT_FALSE(wait_queue::wake_one(kCondition)) << "nobody waits any more";
}

TEST_F(WaitQueueTest, KeepsObjectsApart) {
  Thread &a = waiter(kCondition), &b = waiter(kOther);
  EXPECT_TRUE(wait_queue::wake_one(kOther));
  EXPECT_FALSE(is_woken(a));
  EXPECT_TRUE(is_woken(b));
  EXPECT_EQ(wait_queue::waiting(kCondition), 1u);
}

TEST_F(WaitQueueTest, CountsWhoWaits) {
  Thread &a = waiter(), &b = waiter();
  EXPECT_EQ(wait_queue::waiting(kCondition), 2u);
  wait_queue::leave(a);
  EXPECT_EQ(wait_queue::waiting(kCondition), 1u);
  b.finished = true;
  EXPECT_EQ(wait_queue::waiting(kCondition), 0u);
}

TEST_F(WaitQueueTest, StartsAgainWithEveryExecution) {
  waiter();
  wait_queue::wake_one(kCondition);
  SetUp();
  EXPECT_FALSE(is_woken(waiter()));
}

// However signals, waits and timeouts come: a signal that was accepted wakes exactly one thread, and while it
// has not done so there is somebody whom it can wake.
TEST_F(WaitQueueTest, NeverLosesASignalThatSomebodyWaitedFor) {
  Random random(21);
  std::vector<Thread*> waiting;
  std::size_t accepted = 0, woken = 0;
  const auto leave = [&](std::size_t index) {
    Thread* thread = waiting[index];
    waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(index));
    return wait_queue::leave(*thread);
  };
  for (int call = 0; call < 20'000; ++call) {
    const std::uint64_t what = random.below(10);
    if (what < 4 && waiting.size() < 6) {
      waiting.push_back(&waiter());
    } else if (what < 7) {
      const bool accepting = waiting.size() > accepted - woken;
      ASSERT_EQ(wait_queue::wake_one(kCondition), accepting) << "call " << call;
      accepted += accepting;
    } else if (!waiting.empty()) {
      const std::size_t index = random.below(waiting.size());
      const bool ready = is_woken(*waiting[index]);
      ASSERT_EQ(leave(index), ready);
      woken += ready;
    }
    const auto ready = static_cast<std::size_t>(
        std::count_if(waiting.begin(), waiting.end(), [](Thread* t) { return is_woken(*t); }));
    ASSERT_GE(ready, accepted - woken) << "call " << call;
    if (call % 100 == 0) {
      while (!waiting.empty()) woken += leave(waiting.size() - 1);
      ASSERT_EQ(accepted, woken);
      SetUp();
      threads_.clear();
    }
  }
}

}  // namespace
}  // namespace heddle::runtime
