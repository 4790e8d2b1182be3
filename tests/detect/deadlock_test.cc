#include "detect/deadlock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr ThreadId kNobody = kNoThread;

// cycle_from(t, {...}): thread i waits for the i-th of the list.
std::vector<ThreadId> cycle_from(ThreadId start, const std::vector<ThreadId>& edges) {
  return wait_cycle(start, edges.size(), [&edges](ThreadId thread) { return edges[thread]; });
}

TEST(WaitCycle, OfAThreadThatWaitsForItself) {
  EXPECT_THAT(cycle_from(0, {0}), ElementsAre(0));
}

TEST(WaitCycle, OfTwo) {
  EXPECT_THAT(cycle_from(0, {1, 0}), ElementsAre(0, 1));
  EXPECT_THAT(cycle_from(1, {1, 0}), ElementsAre(1, 0));
}

TEST(WaitCycle, OfThreeInTheOrderOfWaiting) {
  EXPECT_THAT(cycle_from(0, {2, 0, 1}), ElementsAre(0, 2, 1));
  EXPECT_THAT(cycle_from(1, {2, 0, 1}), ElementsAre(1, 0, 2));
}

TEST(WaitCycle, OfAllThreadsThereAre) {
  std::vector<ThreadId> ring(1000);
  for (std::size_t i = 0; i < ring.size(); ++i) ring[i] = static_cast<ThreadId>((i + 1) % ring.size());
  EXPECT_EQ(cycle_from(500, ring).size(), 1000u);
}

TEST(WaitCycle, IsNotFoundFromAThreadThatOnlyLeadsIntoIt) {
  EXPECT_THAT(cycle_from(0, {1, 2, 1}), IsEmpty());
  EXPECT_THAT(cycle_from(0, {1, 1}), IsEmpty());
  EXPECT_THAT(cycle_from(3, {1, 2, 0, 0}), IsEmpty());
}

TEST(WaitCycle, IsNotFoundWhereSomebodyWaitsForNobody) {
  EXPECT_THAT(cycle_from(0, {kNobody}), IsEmpty());
  EXPECT_THAT(cycle_from(0, {1, 2, kNobody}), IsEmpty());
}

Waiter blocked_on(ThreadId owner, OperationKind kind = OperationKind::kLock) {
  return {.finished = false, .blocked = true, .timed = false, .kind = kind, .waits_for = owner};
}
Waiter waits_for_signal() {
  return blocked_on(kNobody, OperationKind::kWake);
}
Waiter finished() {
  return {.finished = true, .blocked = false, .timed = false, .kind = {}, .waits_for = kNobody};
}
Waiter timed(Waiter waiter) {
  waiter.timed = true;
  return waiter;
}

// `lost`: the threads that wait for a signal that came before.
DeadlockVerdict classify(const std::vector<Waiter>& threads, const std::vector<ThreadId>& lost = {}) {
  return classify_deadlock(threads, [&lost](ThreadId thread) {
    return std::find(lost.begin(), lost.end(), thread) != lost.end();
  });
}

TEST(Deadlock, IsACycleWithItsMembers) {
  const DeadlockVerdict verdict =
      classify({blocked_on(1, OperationKind::kThreadJoin), blocked_on(2), blocked_on(1)});
  EXPECT_EQ(verdict.shape, DeadlockShape::kCycle);
  EXPECT_THAT(verdict.cycle, ElementsAre(1, 2));
}

TEST(Deadlock, IsACycleEvenWhenASignalWasLost) {
  const DeadlockVerdict verdict = classify({waits_for_signal(), blocked_on(2), blocked_on(1)}, {0});
  EXPECT_EQ(verdict.shape, DeadlockShape::kCycle);
}

TEST(Deadlock, IsALostWakeUp) {
  const DeadlockVerdict verdict =
      classify({blocked_on(1, OperationKind::kThreadJoin), waits_for_signal()}, {1});
  EXPECT_EQ(verdict.shape, DeadlockShape::kLostWakeup);
  EXPECT_THAT(verdict.cycle, IsEmpty());
}

TEST(Deadlock, IsAWakeUpThatNobodySends) {
  const DeadlockVerdict verdict = classify({blocked_on(1, OperationKind::kThreadJoin), waits_for_signal()});
  EXPECT_EQ(verdict.shape, DeadlockShape::kNoWakeup);
  EXPECT_THAT(verdict.cycle, IsEmpty());
}

TEST(Deadlock, IsNoCycleThroughATimedWait) {
  EXPECT_EQ(classify({timed(blocked_on(1)), blocked_on(0)}).shape, DeadlockShape::kNoWakeup);
}

TEST(Deadlock, IsNoCycleThroughAThreadThatIsOver) {
  Waiter over = finished();
  over.waits_for = 1;  // what it waited for last
  EXPECT_EQ(classify({over, blocked_on(0)}).shape, DeadlockShape::kNoWakeup)
      << "a lock that its owner took with it";
}

TEST(Deadlock, IsNoCycleThroughAThreadThatCanGoOn) {
  Waiter running = blocked_on(1);
  running.blocked = false;
  EXPECT_EQ(classify({running, blocked_on(0)}).shape, DeadlockShape::kNoWakeup);
}

ThreadId stuck_in(const std::vector<Waiter>& threads, const std::vector<ThreadId>& lost = {}) {
  return classify(threads, lost).thread;
}

TEST(StuckThread, IsMainIfItWaitsForNoThread) {
  EXPECT_EQ(stuck_in({waits_for_signal(), waits_for_signal()}), 0);
}

TEST(StuckThread, IsTheOneThatMainWaitsForThroughOthers) {
  EXPECT_EQ(stuck_in({blocked_on(3, OperationKind::kThreadJoin), waits_for_signal(), waits_for_signal(),
                      blocked_on(2)}),
            2);
}

TEST(StuckThread, IsAnyThatWaitsIfMainIsOver) {
  EXPECT_EQ(stuck_in({finished(), finished(), waits_for_signal()}), 2);
}

TEST(StuckThread, IsTheOneThatMissedItsSignal) {
  EXPECT_EQ(stuck_in({waits_for_signal(), waits_for_signal(), waits_for_signal()}, {1}), 1);
}

TEST(StuckThread, IsTheOneThatWantsTheLockOfAThreadThatIsOver) {
  EXPECT_EQ(stuck_in({waits_for_signal(), finished(), blocked_on(1)}), 2);
}

TEST(StuckThread, IsInTheCycle) {
  EXPECT_EQ(stuck_in({waits_for_signal(), blocked_on(2), blocked_on(1)}), 1);
}

// A timed wait goes on by itself, and a thread that is over misses nothing.
TEST(Deadlock, IsNoLostWakeUpOfAThreadThatDoesNotWaitForEver) {
  EXPECT_EQ(classify({waits_for_signal(), finished()}, {1}).shape, DeadlockShape::kNoWakeup);
  EXPECT_EQ(classify({waits_for_signal(), timed(waits_for_signal())}, {1}).shape, DeadlockShape::kNoWakeup);
}

}  // namespace
}  // namespace heddle
