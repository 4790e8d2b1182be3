#include "analysis/thread_order.h"

#include <gtest/gtest.h>

#include "trace.h"

namespace heddle::thread_order_test {
namespace {

using testing::Trace;

constexpr LocationId kObject = 7;

// Where each event of a trace lies, and what comes before what.
class Ordered {
 public:
  Ordered(const Trace& trace, ThreadOrder::Edges edges) : trace_(trace), order_(edges) {
    for (const Event& event : trace_.events()) segments_.push_back(order_.add(event));
  }
  bool operator()(std::size_t first, std::size_t second) const {
    const auto events = trace_.events();
    return order_.precedes(events[first].thread, segments_[first], events[second].thread, segments_[second]);
  }

 private:
  const Trace trace_;
  ThreadOrder order_;
  std::vector<Segment> segments_;
};

TEST(ThreadOrder, ACreatorIsBeforeItsThreadUpToTheCreation) {
  Trace trace;
  trace.section(0, 1, 1).create(0, 1).section(0, 1, 2).section(1, 1, 3);
  const Ordered before(trace, ThreadOrder::Edges::kCreation);
  EXPECT_TRUE(before(0, 5)) << "locked before the thread existed";
  EXPECT_TRUE(before(2, 5)) << "the creation itself";
  EXPECT_FALSE(before(3, 5)) << "locked afterwards";
  EXPECT_FALSE(before(5, 0));
}

TEST(ThreadOrder, CreationIsTransitive) {
  Trace trace;
  trace.section(0, 1, 1).create(0, 1).create(1, 2).section(2, 1, 3);
  EXPECT_TRUE(Ordered(trace, ThreadOrder::Edges::kCreation)(0, 4));
}

TEST(ThreadOrder, WhoIsJoinedIsBeforeWhatComesAfterTheJoin) {
  Trace trace;
  trace.create(0, 1).section(0, 1, 1).section(1, 1, 2).join(0, 1).section(0, 1, 3);
  EXPECT_TRUE(Ordered(trace, ThreadOrder::Edges::kAll)(3, 6));
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kAll)(3, 1));
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kCreation)(3, 6)) << "the paper knows creations only";
}

TEST(ThreadOrder, ASignalIsBeforeWhoWasWokenByIt) {
  Trace trace;
  trace.create(0, 1).add(1, OperationKind::kWait, kObject).section(0, 1, 1);
  trace.add(0, OperationKind::kSignal, kObject).section(0, 1, 2);
  trace.add(1, OperationKind::kWake, kObject).section(1, 1, 3);
  const Ordered before(trace, ThreadOrder::Edges::kAll);
  EXPECT_TRUE(before(2, 8));
  EXPECT_FALSE(before(5, 8)) << "after the signal";
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kLasting)(2, 8)) << "the next time it may be lost";
}

TEST(ThreadOrder, NeitherALostSignalNorATimeOutOrdersAnything) {
  Trace lost, timeout;
  lost.create(0, 1).section(0, 1, 1).add(0, OperationKind::kSignal, kObject, 1, 1);
  lost.add(1, OperationKind::kWait, kObject).add(1, OperationKind::kWake, kObject).section(1, 1, 3);
  EXPECT_FALSE(Ordered(lost, ThreadOrder::Edges::kAll)(1, 6));
  timeout.create(0, 1).section(0, 1, 1).add(1, OperationKind::kWait, kObject);
  timeout.add(0, OperationKind::kSignal, kObject);
  timeout.add(1, OperationKind::kWake, kObject, 1, 1).section(1, 1, 3);
  EXPECT_FALSE(Ordered(timeout, ThreadOrder::Edges::kAll)(1, 6));
}

TEST(ThreadOrder, ABarrierSeparatesWhatIsBeforeFromWhatIsAfter) {
  Trace trace;
  trace.create(0, 1).section(0, 1, 1).section(1, 1, 2);
  trace.add(0, OperationKind::kBarrierWait, kObject, 1, 1).add(1, OperationKind::kBarrierWait, kObject);
  trace.section(1, 1, 3).add(0, OperationKind::kWake, kObject).section(0, 1, 4);
  const Ordered before(trace, ThreadOrder::Edges::kAll);
  EXPECT_TRUE(before(1, 7)) << "0 arrived before 1 passed";
  EXPECT_TRUE(before(3, 10)) << "1 arrived before 0 passed";
  EXPECT_FALSE(before(7, 10)) << "both are behind it";
}

TEST(ThreadOrder, AJoinThatGaveUpOrdersNothing) {
  Trace trace;
  trace.create(0, 1).section(1, 1, 1).try_join(0, 1).section(0, 1, 2).section(1, 1, 3);
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kAll)(1, 4));
}

TEST(ThreadOrder, TheProcessWaitsForAllThreadsAtItsEnd) {
  Trace trace;
  trace.create(0, 1).create(0, 2).section(1, 1, 1).section(2, 1, 2);
  trace.add(0, OperationKind::kThreadJoin, kNoLocation, kNoSite).section(0, 1, 3);
  const Ordered before(trace, ThreadOrder::Edges::kLasting);
  EXPECT_TRUE(before(2, 7));
  EXPECT_TRUE(before(4, 7));
}

// A futex has neither been a barrier nor a condition variable.
TEST(ThreadOrder, WhatAThreadWaitedForIsToldByItsBeginning) {
  Trace trace;
  trace.create(0, 1).section(0, 1, 1).add(0, OperationKind::kSignal, kObject);
  trace.add(1, OperationKind::kFutexWait, kObject).add(1, OperationKind::kWake, kObject).section(1, 1, 3);
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kAll)(1, 6));
}

TEST(ThreadOrder, LocksOrderNothing) {
  Trace trace;
  trace.create(0, 1).section(0, 1, 1).section(1, 1, 2);
  EXPECT_FALSE(Ordered(trace, ThreadOrder::Edges::kAll)(1, 3));
}

}  // namespace
}  // namespace heddle::thread_order_test
