// An ordinary GoogleTest program: nothing in it knows of Heddle. test_verdicts_test.cc says what must be
// found.
#include <gtest/gtest.h>

#include <vector>

#include "scenarios.h"

namespace {

using namespace scenarios;

TEST(Counter, AddsInOneStep) {
  EXPECT_EQ(count_to_two(Code::kCorrect), 2);
}
TEST(Counter, LosesUpdates) {
  EXPECT_EQ(count_to_two(Code::kBuggy), 2);
}
TEST(Locks, AreTakenInOneOrder) {
  EXPECT_EQ(lock_both(Code::kCorrect), 2);
}
TEST(Locks, AreTakenInTwoOrders) {
  EXPECT_EQ(lock_both(Code::kBuggy), 2);
}
TEST(Signal, IsWaitedFor) {
  EXPECT_TRUE(wait_for_news(Code::kCorrect));
}
TEST(Signal, IsMissed) {
  EXPECT_TRUE(wait_for_news(Code::kBuggy));
}
TEST(Seats, AreSoldOnce) {
  EXPECT_EQ(sell_last_seat(Code::kCorrect), 1);
}
TEST(Seats, AreSoldTwice) {
  ASSERT_EQ(sell_last_seat(Code::kBuggy), 1) << "of \"one\" <seat> & no more";
}
TEST(Worker, IsStartedLate) {
  EXPECT_EQ(start_worker(Code::kCorrect), 42);
}
TEST(Worker, IsStartedEarly) {
  EXPECT_EQ(start_worker(Code::kBuggy), 42);
}
TEST(Memory, IsLocked) {
  remember_last(Code::kCorrect);
}
TEST(Memory, IsRaced) {
  remember_last(Code::kBuggy);
}
TEST(Tokens, AreEnough) {
  take_token(Code::kCorrect);
}
TEST(Tokens, RunOut) {
  take_token(Code::kBuggy);
}
TEST(Owner, WaitsForReader) {
  EXPECT_EQ(read_shared(Code::kCorrect), 5);
}
TEST(Owner, FreesTooEarly) {
  EXPECT_EQ(read_shared(Code::kBuggy), 5);
}
TEST(Section, IsExclusive) {
  enter_alone(Code::kCorrect);
}
TEST(Section, IsShared) {
  enter_alone(Code::kBuggy);
}
TEST(Unlock, HappensOnce) {
  leave_by_the_side(Code::kCorrect);
}
TEST(Unlock, HappensTwice) {
  leave_by_the_side(Code::kBuggy);
}

class Queue : public ::testing::TestWithParam<int> {};
TEST_P(Queue, KeepsAll) {
  EXPECT_EQ(through_queue(GetParam()), GetParam() * (GetParam() + 1) / 2);
}
INSTANTIATE_TEST_SUITE_P(Small, Queue, ::testing::Values(1, 3));

template <typename T>
class Plain : public ::testing::Test {};
using Types = ::testing::Types<int, std::vector<int>>;
TYPED_TEST_SUITE(Plain, Types);
TYPED_TEST(Plain, HasNoThreads) {
  EXPECT_EQ(TypeParam(), TypeParam());
}

TEST(Single, AlwaysFails) {
  EXPECT_EQ(1 + 1, 3);
}
TEST(Single, IsSkippedByItself) {
  GTEST_SKIP() << "not here";
}
TEST(Fails, OnEverySchedule) {
  EXPECT_EQ(count_to_two(Code::kCorrect), 3);
}
TEST(Fails, DISABLED_AndIsDisabled) {
  EXPECT_EQ(count_to_two(Code::kBuggy), 2);
}

using ForkDeathTest = ::testing::Test;
TEST_F(ForkDeathTest, Dies) {
  EXPECT_DEATH(std::abort(), "");
}

TEST(Primitives, Agree) {
  EXPECT_EQ(with_spin_lock(), 2);
  EXPECT_EQ(with_shared_mutex(), 0);
  EXPECT_EQ(with_call_once(), 1);
}
TEST(Primitives, WaitForEachOther) {
  EXPECT_EQ(with_future(), 3);
  EXPECT_EQ(with_semaphore(), 2);
  EXPECT_EQ(with_barrier(), 0);
  EXPECT_EQ(with_atomic_wait(), 1);
}
// However long somebody sleeps: nothing orders the two.
TEST(Sleep, IsNoSynchronisation) {
  EXPECT_EQ(with_sleeps(), 2);
}

}  // namespace
