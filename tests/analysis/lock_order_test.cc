#include "analysis/lock_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/predicted_deadlock.h"
#include "trace.h"

namespace heddle::lock_order_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using testing::Trace;

constexpr LocationId kA = 1, kB = 2, kC = 3, kGate = 9, kCondition = 8, kBarrier = 7;

// Takes the first lock, then the second; the sites are ten times the thread's number, plus 1 and 2.
Trace nested(ThreadId thread, LocationId first, LocationId second) {
  const SiteId site = 10u * thread;
  Trace trace;
  return trace.lock(thread, first, site + 1)
      .lock(thread, second, site + 2)
      .unlock(thread, second)
      .unlock(thread, first);
}

Trace threads(ThreadId count) {
  Trace trace;
  for (ThreadId thread = 1; thread <= count; ++thread) trace.create(0, thread);
  return trace;
}

void look_at(LockOrder& order, const Trace& trace) {
  Execution execution;
  execution.events = trace.events();
  for (const char* name : {"main", "main.0", "main.1", "main.2", "main.3", "main.4"})
    execution.threads.emplace_back(name);
  order.add(execution);
}

std::vector<LockCycle> cycles_of(const Trace& trace) {
  LockOrder order;
  look_at(order, trace);
  return order.cycles();
}

std::vector<std::string> threads_of(const LockCycle& cycle) {
  std::vector<std::string> names;
  for (const LockCycle::Member& member : cycle.members) names.push_back(member.thread);
  return names;
}

TEST(LockOrder, TwoThreadsTakeTwoLocksInOppositeOrders) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace += nested(2, kB, kA);
  const std::vector<LockCycle> cycles = cycles_of(trace);
  ASSERT_THAT(cycles, SizeIs(1));
  EXPECT_THAT(threads_of(cycles[0]), ElementsAre("main.0", "main.1"));
  const LockCycle::Member& first = cycles[0].members[0];
  EXPECT_EQ(first.lock, kB);
  EXPECT_EQ(first.site, 12u);
  EXPECT_EQ(first.held_site, 11u);
  const LockCycle::Member& second = cycles[0].members[1];
  EXPECT_EQ(second.lock, kA);
  EXPECT_EQ(second.site, 22u);
  EXPECT_EQ(second.held_site, 21u);
}

TEST(LockOrder, TheSameOrderIsNoCycle) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace += nested(2, kA, kB);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, OneThreadAloneIsNoCycle) {
  Trace trace = threads(1);
  trace += nested(1, kA, kB);
  trace += nested(1, kB, kA);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, ALockHeldByBothKeepsThemApart) {
  Trace trace = threads(2);
  trace.lock(1, kGate, 5);
  trace += nested(1, kA, kB);
  trace.unlock(1, kGate).lock(2, kGate, 6);
  trace += nested(2, kB, kA);
  trace.unlock(2, kGate);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, ALockHeldByOneKeepsNobodyOut) {
  Trace trace = threads(2);
  trace.lock(1, kGate, 5);
  trace += nested(1, kA, kB);
  trace.unlock(1, kGate);
  trace += nested(2, kB, kA);
  EXPECT_THAT(cycles_of(trace), SizeIs(1));
}

TEST(LockOrder, AGateThatBothReadKeepsNobodyOut) {
  Trace trace = threads(2);
  trace.add(1, OperationKind::kSharedLock, kGate, 5);
  trace += nested(1, kA, kB);
  trace.unlock(1, kGate).add(2, OperationKind::kSharedLock, kGate, 6);
  trace += nested(2, kB, kA);
  trace.unlock(2, kGate);
  EXPECT_THAT(cycles_of(trace), SizeIs(1));
}

TEST(LockOrder, WhoIsCreatedAfterwardsCannotMeet) {
  Trace trace;
  trace += nested(0, kA, kB);
  trace.create(0, 1);
  trace += nested(1, kB, kA);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, WhoWasJoinedCannotMeet) {
  Trace trace;
  trace.create(0, 1);
  trace += nested(1, kB, kA);
  trace.join(0, 1);
  trace += nested(0, kA, kB);
  trace.create(0, 2);
  trace += nested(2, kA, kB);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, WhatABarrierKeepsApartCannotMeet) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace.add(1, OperationKind::kBarrierWait, kBarrier, 3, 1);
  trace.add(2, OperationKind::kBarrierWait, kBarrier, 4).add(1, OperationKind::kWake, kBarrier, 3);
  trace += nested(2, kB, kA);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

// The signal may come before anybody waits for it, and then it orders nothing.
TEST(LockOrder, ASignalKeepsNobodyApart) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace.add(1, OperationKind::kSignal, kCondition, 3).add(2, OperationKind::kWake, kCondition, 4);
  trace += nested(2, kB, kA);
  EXPECT_THAT(cycles_of(trace), SizeIs(1));
}

TEST(LockOrder, ReadersDoNotWaitForReaders) {
  const auto readers = [](OperationKind wanted_by_second) {
    Trace trace = threads(2);
    trace.add(1, OperationKind::kSharedLock, kA, 11).lock(1, kB, 12).unlock(1, kB).unlock(1, kA);
    trace.lock(2, kB, 21).add(2, wanted_by_second, kA, 22).unlock(2, kA).unlock(2, kB);
    return trace;
  };
  EXPECT_THAT(cycles_of(readers(OperationKind::kSharedLock)), IsEmpty());
  const std::vector<LockCycle> cycles = cycles_of(readers(OperationKind::kLock));
  ASSERT_THAT(cycles, SizeIs(1));
  EXPECT_TRUE(cycles[0].members[0].held_shared);
  EXPECT_FALSE(cycles[0].members[1].shared);
}

TEST(LockOrder, WhoWouldGiveUpDoesNotWait) {
  for (const OperationKind kind : {OperationKind::kTryLock, OperationKind::kTimedLock}) {
    Trace trace = threads(2);
    trace += nested(1, kA, kB);
    trace.lock(2, kB, 21).add(2, kind, kA, 22).unlock(2, kA).unlock(2, kB);
    EXPECT_THAT(cycles_of(trace), IsEmpty()) << to_string(kind);
  }
}

TEST(LockOrder, WhatWasTakenByATryIsHeldLikeEverythingElse) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace.add(2, OperationKind::kTryLock, kB, 21).lock(2, kA, 22).unlock(2, kA).unlock(2, kB);
  EXPECT_THAT(cycles_of(trace), SizeIs(1));
  Trace failed = threads(2);
  failed += nested(1, kA, kB);
  failed.add(2, OperationKind::kTryLock, kB, 21, 1).lock(2, kA, 22).unlock(2, kA);
  EXPECT_THAT(cycles_of(failed), IsEmpty()) << "a try that failed holds nothing";
}

// Waits for a condition with A while it holds B; A is taken again.
Trace wait_holding_b(ThreadId thread) {
  Trace trace;
  return trace.lock(thread, kA, 30)
      .lock(thread, kB, 31)
      .add(thread, OperationKind::kWait, kCondition, 32)
      .add(thread, OperationKind::kWake, kCondition, 32)
      .add(thread, OperationKind::kRelock, kA, 32)
      .unlock(thread, kB)
      .unlock(thread, kA);
}

TEST(LockOrder, AConditionWaitTakesItsMutexAgain) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace += wait_holding_b(2);
  const std::vector<LockCycle> cycles = cycles_of(trace);
  ASSERT_THAT(cycles, SizeIs(1));
  EXPECT_EQ(cycles[0].members[1].site, 32u);
  EXPECT_EQ(cycles[0].members[1].held_site, 31u);
}

// Thread i takes fork i, then the next one; the last of them closes the circle.
Trace philosophers(ThreadId count) {
  Trace trace = threads(count);
  for (ThreadId thread = 1; thread <= count; ++thread)
    trace += nested(thread, thread, thread == count ? LocationId{1} : LocationId{thread} + 1);
  return trace;
}

TEST(LockOrder, DiningPhilosophersCloseACircle) {
  for (ThreadId count = 3; count <= 5; ++count) {
    const std::vector<LockCycle> cycles = cycles_of(philosophers(count));
    ASSERT_THAT(cycles, SizeIs(1)) << count;
    ASSERT_THAT(cycles[0].members, SizeIs(count));
    for (std::size_t i = 0; i < count; ++i) {
      const LockCycle::Member& next = cycles[0].members[(i + 1) % count];
      EXPECT_EQ(next.held_site % 10, 1u);
      EXPECT_EQ(cycles[0].members[i].site % 10, 2u);
    }
  }
}

TEST(LockOrder, APhilosopherWhoTakesTheOtherForkFirstBreaksTheCircle) {
  Trace trace = threads(3);
  trace += nested(1, kA, kB);
  trace += nested(2, kB, kC);
  trace += nested(3, kA, kC);
  EXPECT_THAT(cycles_of(trace), IsEmpty());
}

TEST(LockOrder, ThreadsThatDoTheSameAreTheSameCycle) {
  Trace trace = threads(4);
  for (ThreadId thread = 1; thread <= 4; ++thread) {
    const LocationId first = thread % 2 == 0 ? kB : kA, second = thread % 2 == 0 ? kA : kB;
    const SiteId site = thread % 2 == 0 ? 21 : 11;
    trace.lock(thread, first, site).lock(thread, second, site + 1);
    trace.unlock(thread, second).unlock(thread, first);
  }
  EXPECT_THAT(cycles_of(trace), SizeIs(1));
}

TEST(LockOrder, OtherExecutionsAddOnlyWhatIsNew) {
  Trace both = threads(2);
  both += nested(1, kA, kB);
  both += nested(2, kB, kA);
  Trace other = threads(2);
  other += nested(1, kA, kC);
  other += nested(2, kC, kA);
  LockOrder order;
  for (int i = 0; i < 3; ++i) look_at(order, both);
  EXPECT_THAT(order.cycles(), SizeIs(1));
  look_at(order, other);
  EXPECT_THAT(order.cycles(), SizeIs(2));
  look_at(order, both);
  EXPECT_THAT(order.cycles(), SizeIs(2));
}

// What never happened together in one execution may be impossible together.
TEST(LockOrder, DifferentExecutionsAreNotCombined) {
  Trace one = threads(2), two = threads(2);
  one += nested(1, kA, kB);
  two += nested(2, kB, kA);
  LockOrder order;
  look_at(order, one);
  look_at(order, two);
  EXPECT_THAT(order.cycles(), IsEmpty());
}

// Many accounts, each with a lock of its own: a person needs to see that once.
TEST(LockOrder, TheSameSitesWithOtherLocksAreToldAFewTimes) {
  Trace trace = threads(2);
  for (LocationId lock = 1; lock <= 20; ++lock) {
    trace.lock(1, lock, 11).lock(1, lock + 100, 12).unlock(1, lock + 100).unlock(1, lock);
    trace.lock(2, lock + 100, 11).lock(2, lock, 12).unlock(2, lock).unlock(2, lock + 100);
  }
  EXPECT_THAT(cycles_of(trace), SizeIs(3));
}

TEST(LockOrder, TheWorkIsBounded) {
  constexpr ThreadId kThreads = 40;
  Trace trace = threads(kThreads);
  for (ThreadId thread = 1; thread <= kThreads; ++thread)
    for (LocationId lock = 1; lock <= 40; ++lock) {
      const LocationId other = 1 + (lock * thread) % 40;
      if (lock != other)
        trace.lock(thread, lock, 1000 + lock)
            .lock(thread, other, 2000u + thread)
            .unlock(thread, other)
            .unlock(thread, lock);
    }
  EXPECT_LE(cycles_of(trace).size(), 100u);
}

// Round after round, each after the other by a barrier.
TEST(LockOrder, ManyRoundsAreNoMoreWorkThanOne) {
  constexpr int kRounds = 3000;
  Trace trace = threads(3);
  for (int round = 0; round < kRounds; ++round) {
    trace += nested(1, kA, kB);
    trace += nested(2, kB, kC);
    if (round == kRounds - 1) trace += nested(3, kC, kA);
    for (const ThreadId thread : {1, 2}) trace.add(thread, OperationKind::kBarrierWait, kBarrier, 3, 1);
    trace.add(3, OperationKind::kBarrierWait, kBarrier, 3);
    for (const ThreadId thread : {1, 2}) trace.add(thread, OperationKind::kWake, kBarrier, 3);
  }
  const std::vector<LockCycle> cycles = cycles_of(trace);
  ASSERT_THAT(cycles, SizeIs(1));
  EXPECT_THAT(cycles[0].members, SizeIs(3));
}

TEST(LockCycles, AreToldShorterOnesFirst) {
  LocationTable locations;
  for (std::uint64_t i = 1; i <= 5; ++i) locations.intern({.kind = ObjectKind::kGlobal, .offset = 64 * i});
  LockOrder order;
  look_at(order, philosophers(3));
  Trace pair = threads(2);
  pair.lock(1, 4, 51).lock(1, 5, 52).unlock(1, 5).unlock(1, 4);
  pair.lock(2, 5, 53).lock(2, 4, 54).unlock(2, 4).unlock(2, 5);
  look_at(order, pair);
  const std::vector<PredictedDeadlock> deadlocks = predicted_deadlocks(order, locations);
  ASSERT_THAT(deadlocks, SizeIs(2));
  EXPECT_THAT(deadlocks[0].members, SizeIs(2));
  EXPECT_EQ(deadlocks[0].members[0].lock.offset, 64u * 5);
  EXPECT_EQ(deadlocks[0].members[0].held_lock.offset, 64u * 4);
  EXPECT_THAT(deadlocks[1].members, SizeIs(3));
}

TEST(LockCycles, HeapLocksOfOneAllocationSiteAreTheSame) {
  LocationTable locations;
  for (std::uint32_t i = 0; i < 4; ++i)
    locations.intern({.kind = ObjectKind::kHeap, .allocation_site = 77, .ordinal = i, .object = 1000 + i});
  Trace trace = threads(2);
  for (const LocationId lock : {LocationId{1}, LocationId{3}}) {
    trace.lock(1, lock, 11).lock(1, lock + 1, 12).unlock(1, lock + 1).unlock(1, lock);
    trace.lock(2, lock + 1, 11).lock(2, lock, 12).unlock(2, lock).unlock(2, lock + 1);
  }
  LockOrder order;
  look_at(order, trace);
  EXPECT_THAT(order.cycles(), SizeIs(2));
  EXPECT_THAT(predicted_deadlocks(order, locations), SizeIs(1));
}

// What is predicted and what happens are compared by that.
TEST(LockCycles, HaveTheSignatureOfTheDeadlock) {
  Trace trace = threads(2);
  trace += nested(1, kA, kB);
  trace += nested(2, kB, kA);
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.cycle = {2, 1};
  failure.threads.resize(3);
  failure.threads[1].next.site = 12;
  failure.threads[2].next.site = 22;
  EXPECT_EQ(cycles_of(trace)[0].signature(), failure.signature());
}

}  // namespace
}  // namespace heddle::lock_order_test
