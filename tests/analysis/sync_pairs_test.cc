#include "analysis/sync_pairs.h"

#include <gtest/gtest.h>
#include <set>

#include "analysis/sync_requirements.h"
#include "trace.h"

namespace heddle::sync_pairs_test {
namespace {

using testing::Trace;
using Pairs = std::set<std::pair<SiteId, SiteId>>;

constexpr LocationId kM = 1, kN = 2, kOuter = 3, kCondition = 9;

Pairs estimated(const Trace& trace, Estimate estimate = Estimate::kPaper) {
  Pairs pairs;
  for (const LockedPair& each : estimate_sync_pairs(trace.events(), estimate))
    EXPECT_TRUE(pairs.insert({each.pair.first, each.pair.second}).second) << "no pair twice";
  return pairs;
}

Pairs covered(const Trace& trace) {
  Pairs pairs;
  SyncPairTracker tracker;
  for (const Event& event : trace.events())
    if (const auto pair = tracker.add(event)) pairs.insert({pair->pair.first, pair->pair.second});
  return pairs;
}

// Main creates two threads.
Trace two_threads() {
  Trace trace;
  trace.create(0, 1).create(0, 2);
  return trace;
}

// 2a and 4a of the paper's Figure 2 are sites 21 and 41, 2b and 4b are 22 and 42.
TEST(SyncPairs, TheTenRequirementsOfFigure2) {
  Trace trace = two_threads();
  trace.section(1, kM, 21).section(1, kM, 41).section(2, kM, 22).section(2, kM, 42);
  const Pairs ten = {{21, 41}, {21, 22}, {21, 42}, {41, 22}, {41, 42},
                     {22, 42}, {22, 21}, {22, 41}, {42, 21}, {42, 41}};
  EXPECT_EQ(estimated(trace), ten);
  EXPECT_EQ(estimated(trace, Estimate::kSharp), ten);
}

TEST(SyncPairs, ThreadsThatShareCodePairALineWithItself) {
  Trace trace = two_threads();
  trace.section(1, kM, 21).section(2, kM, 21);
  EXPECT_EQ(estimated(trace), (Pairs{{21, 21}}));
}

TEST(SyncPairs, DifferentLocksMakeNoPair) {
  Trace trace = two_threads();
  trace.section(1, kM, 21).section(2, kN, 22);
  EXPECT_EQ(estimated(trace), Pairs{});
}

// p = 21 and next(p) = 41 lie in one critical section of the outer lock, which q = 22 needs as well.
TEST(SyncPairs, ACommonLockAroundTheFirstAndItsNextKeepsOthersOut) {
  Trace trace = two_threads();
  trace.lock(1, kOuter, 11).section(1, kM, 21).section(1, kM, 41).unlock(1, kOuter);
  trace.lock(2, kOuter, 12).section(2, kM, 22).unlock(2, kOuter);
  const Pairs pairs = estimated(trace);
  EXPECT_FALSE(pairs.contains({21, 22})) << "AC2";
  EXPECT_TRUE(pairs.contains({41, 22}));
  EXPECT_TRUE(pairs.contains({22, 21}));
  EXPECT_FALSE(pairs.contains({22, 41})) << "AC3: 21 comes between them";
  EXPECT_TRUE(pairs.contains({11, 12})) << "the outer lock itself is not guarded";
}

TEST(SyncPairs, ALockThatWasGivenUpInBetweenKeepsNobodyOut) {
  Trace trace = two_threads();
  trace.lock(1, kOuter, 11).section(1, kM, 21).unlock(1, kOuter);
  trace.lock(1, kOuter, 13).section(1, kM, 41).unlock(1, kOuter);
  trace.lock(2, kOuter, 12).section(2, kM, 22).unlock(2, kOuter);
  EXPECT_TRUE(estimated(trace).contains({21, 22}));
}

TEST(SyncPairs, AWaitGivesItsMutexUp) {
  Trace trace = two_threads();
  trace.lock(1, kOuter, 11).section(1, kM, 21);
  trace.add(1, OperationKind::kWait, kCondition, 31).add(1, OperationKind::kWake, kCondition, 31);
  trace.add(1, OperationKind::kRelock, kOuter, 31).section(1, kM, 41).unlock(1, kOuter);
  trace.lock(2, kOuter, 12).section(2, kM, 22).unlock(2, kOuter);
  const Pairs pairs = estimated(trace);
  EXPECT_TRUE(pairs.contains({21, 22})) << "while the other one waits";
  EXPECT_TRUE(pairs.contains({12, 31})) << "taking the mutex again is a lock action of the wait's line";
  EXPECT_TRUE(pairs.contains({11, 31}));
}

TEST(SyncPairs, ReadersDoNotKeepEachOtherOut) {
  Trace trace = two_threads();
  for (const auto& [thread, mutex_site] : {std::pair<ThreadId, SiteId>(1, 21), {2, 22}}) {
    trace.add(thread, OperationKind::kSharedLock, kOuter, 11).section(thread, kM, mutex_site);
    trace.section(thread, kM, mutex_site + 20).unlock(thread, kOuter);
  }
  EXPECT_TRUE(estimated(trace).contains({21, 22}));
}

TEST(SyncPairs, WhatComesBeforeACreationIsNeverAfterTheNewThread) {
  Trace trace;
  trace.section(0, kM, 21).create(0, 1).section(0, kM, 41).section(1, kM, 22);
  const Pairs pairs = estimated(trace);
  EXPECT_FALSE(pairs.contains({22, 21})) << "AC4";
  EXPECT_TRUE(pairs.contains({21, 22}));
  EXPECT_TRUE(pairs.contains({22, 41}));
}

TEST(SyncPairs, TheSharpEstimateKnowsJoins) {
  Trace trace;
  trace.create(0, 1).section(1, kM, 21).section(1, kM, 41).join(0, 1).section(0, kM, 22);
  EXPECT_EQ(estimated(trace), (Pairs{{21, 41}, {21, 22}, {41, 22}, {22, 21}, {22, 41}}));
  EXPECT_EQ(estimated(trace, Estimate::kSharp), (Pairs{{21, 41}, {41, 22}}))
      << "41 always comes between 21 and 22, and nothing comes after 22";
}

TEST(SyncPairs, TheSharpEstimateKnowsWhatMustComeBeforeTheSecond) {
  Trace trace;
  trace.section(0, kM, 21).section(0, kM, 41).create(0, 1).section(1, kM, 22);
  EXPECT_TRUE(estimated(trace).contains({21, 22}));
  EXPECT_FALSE(estimated(trace, Estimate::kSharp).contains({21, 22}));
  EXPECT_TRUE(estimated(trace, Estimate::kSharp).contains({41, 22}));
}

TEST(SyncPairs, ATryThatFailedIsNoLockAction) {
  Trace trace = two_threads();
  trace.section(1, kM, 21).add(2, OperationKind::kTryLock, kM, 22, 1).section(2, kM, 42);
  EXPECT_EQ(estimated(trace), (Pairs{{21, 42}, {42, 21}}));
  EXPECT_EQ(covered(trace), (Pairs{{21, 42}}));
}

TEST(SyncPairs, AnExecutionCoversWhatFollowsEachOtherOnALock) {
  Trace trace = two_threads();
  trace.section(1, kM, 21).section(1, kN, 51).section(2, kM, 22).section(1, kM, 41).section(2, kM, 42);
  EXPECT_EQ(covered(trace), (Pairs{{21, 22}, {22, 41}, {41, 42}}));
}

TEST(SyncPairs, EveryExecutionStartsAnew) {
  SyncPairTracker tracker;
  Trace trace = two_threads();
  trace.section(1, kM, 21);
  for (const Event& event : trace.events()) EXPECT_FALSE(tracker.add(event));
  tracker.begin();
  for (const Event& event : trace.events()) EXPECT_FALSE(tracker.add(event));
}

TEST(SyncPairs, ALoopCostsNoMoreThanItsDistinctActions) {
  Trace trace = two_threads();
  for (int i = 0; i < 20'000; ++i) trace.section(1, kM, 21).section(2, kM, 22);
  EXPECT_EQ(estimated(trace), (Pairs{{21, 21}, {22, 22}, {21, 22}, {22, 21}}));
}

TEST(SyncRequirements, CountWhatIsLeftForASite) {
  SyncRequirements requirements;
  for (const SyncPair pair : {SyncPair{1, 2}, SyncPair{2, 3}, SyncPair{2, 2}})
    requirements.require({pair, kM});
  requirements.require({{1, 2}, kN});
  EXPECT_EQ(requirements.all().size(), 3u);
  EXPECT_EQ(requirements.uncovered_at(2), 3u) << "a pair of a site with itself counts once";
  EXPECT_TRUE(requirements.cover({{2, 2}, kM}, 5));
  EXPECT_FALSE(requirements.cover({{2, 2}, kM}, 6));
  EXPECT_EQ(requirements.all()[2].execution, 5u) << "the first that covered it";
  EXPECT_EQ(requirements.uncovered_at(2), 2u);
  EXPECT_FALSE(requirements.is_uncovered({2, 2}));
  requirements.uncover({2, 2});
  EXPECT_TRUE(requirements.is_uncovered({2, 2}));
  EXPECT_EQ(requirements.uncovered_at(2), 3u);
  EXPECT_EQ(requirements.covered(), 0u);
}

TEST(SyncRequirements, AddWhatNobodyHadEstimated) {
  SyncRequirements requirements;
  EXPECT_FALSE(requirements.is_uncovered({1, 2}));
  EXPECT_TRUE(requirements.cover({{1, 2}, kM}, 0));
  ASSERT_EQ(requirements.all().size(), 1u);
  EXPECT_FALSE(requirements.all()[0].estimated);
  EXPECT_EQ(requirements.covered(), 1u);
  EXPECT_EQ(requirements.uncovered_at(1), 0u);
}

}  // namespace
}  // namespace heddle::sync_pairs_test
