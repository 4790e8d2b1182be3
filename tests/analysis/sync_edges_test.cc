#include "analysis/sync_edges.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/access_detail.h"
#include "trace.h"

namespace heddle::sync_edges_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Trace;

constexpr LocationId kMutex = 1, kObject = 2, kOther = 3;
using enum OperationKind;

std::vector<SyncEdge> edges(const Trace& trace) {
  return sync_edges(trace.events());
}

TEST(SyncEdges, CreationAndJoin) {
  Trace trace;
  trace.create(0, 1).add(1, kThreadStart).add(1, kYield).join(0, 1);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 1}, SyncEdge{2, 3}));
}

TEST(SyncEdges, AJoinThatGaveUpOrdersNothing) {
  Trace trace;
  trace.create(0, 1).add(1, kThreadStart).try_join(0, 1).add(1, kYield);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 1}));
}

TEST(SyncEdges, TheProcessWaitsForAllThreadsAtItsEnd) {
  Trace trace;
  trace.create(0, 1).create(0, 2).add(1, kThreadStart).add(2, kThreadStart);
  trace.add(0, kThreadJoin, kNoLocation, kNoSite);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 2}, SyncEdge{1, 3}, SyncEdge{2, 4}, SyncEdge{3, 4}));
}

TEST(SyncEdges, AnUnlockIsBeforeTheNextLock) {
  Trace trace;
  trace.section(0, kMutex, 1).section(0, kMutex, 1).section(1, kMutex, 1);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{3, 4}));
}

TEST(SyncEdges, AFailedTryOrdersNothing) {
  Trace trace;
  trace.section(0, kMutex, 1).add(1, kTryLock, kMutex, 1, 1);
  EXPECT_THAT(edges(trace), IsEmpty());
}

TEST(SyncEdges, ReadersComeAfterWritersAndWritersAfterAll) {
  Trace trace;
  trace.section(0, kMutex, 1);  // 0, 1
  trace.add(1, kSharedLock, kMutex)
      .add(2, kSharedLock, kMutex)
      .unlock(1, kMutex)
      .unlock(2, kMutex);    // 2 to 5
  trace.lock(3, kMutex, 1);  // 6
  EXPECT_THAT(edges(trace),
              ElementsAre(SyncEdge{1, 2}, SyncEdge{1, 3}, SyncEdge{1, 6}, SyncEdge{4, 6}, SyncEdge{5, 6}));
}

TEST(SyncEdges, AnUnlockBySomebodyElseTellsNothingOfTheOwner) {
  Trace trace;
  trace.section(0, kMutex, 1).lock(1, kMutex, 1).unlock(2, kMutex).lock(3, kMutex, 1);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{1, 2}, SyncEdge{3, 4}));
}

TEST(SyncEdges, AWaitGivesTheMutexUpAndASignalUnderItIsBeforeTheRelock) {
  Trace trace;
  trace.lock(0, kMutex, 1).add(0, kWait, kObject);                         // 0, 1
  trace.lock(1, kMutex, 1).add(1, kSignal, kObject).unlock(1, kMutex);     // 2 to 4
  trace.add(0, kWake, kObject).add(0, kRelock, kMutex).unlock(0, kMutex);  // 5 to 7
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{1, 2}, SyncEdge{4, 6})) << "the unlock is the later one";
}

TEST(SyncEdges, ASignalWithoutTheMutexOrdersNothing) {
  Trace trace;
  trace.lock(0, kMutex, 1).add(0, kWait, kObject).add(1, kSignal, kObject);
  trace.add(0, kWake, kObject).add(0, kRelock, kMutex);
  EXPECT_THAT(edges(trace), IsEmpty());
}

TEST(SyncEdges, APostIsBeforeTheWaitsThatFollow) {
  Trace trace;
  trace.add(0, kSemaphorePost, kObject).add(1, kSemaphorePost, kObject).add(0, kSemaphorePost, kObject);
  trace.add(2, kSemaphoreWait, kObject)
      .add(2, kSemaphoreTryWait, kObject, 1, 1)
      .add(2, kSemaphoreWait, kOther);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{1, 3}, SyncEdge{2, 3}));
}

TEST(SyncEdges, WhoLeavesABarrierComesAfterAllWhoArrived) {
  Trace trace;
  trace.add(0, kBarrierWait, kObject, 1, 1).add(1, kBarrierWait, kObject, 1, 1).add(2, kBarrierWait, kObject);
  trace.add(1, kWake, kObject).add(0, kWake, kObject);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 2}, SyncEdge{1, 2}, SyncEdge{2, 3}, SyncEdge{2, 4}));
}

TEST(SyncEdges, OnceIsBeforeThoseWhoFindItDone) {
  Trace trace;
  trace.add(0, kOnce, kObject).add(1, kOnce, kObject).add(2, kOnce, kObject, 1, 1);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{1, 2})) << "the first one threw";
}

TEST(SyncEdges, ASignalOfTheSystemIsBeforeItsHandler) {
  Trace trace;
  trace.add(0, kSendSignal, kNoLocation, 1, 1).add(2, kHandleSignal).add(1, kHandleSignal);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 2}));
}

TEST(SyncEdges, ASignalToTheProcessIsBeforeWhoeverTakesIt) {
  Trace trace;
  trace.add(1, kSendSignal, kNoLocation, 1, kNoThread).add(2, kSignalWait).add(0, kHandleSignal);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 1}, SyncEdge{0, 2}));
}

TEST(SyncEdges, ACancellationIsBeforeTheWaitForASignalThatItEnds) {
  Trace trace;
  trace.add(0, kCancel, kNoLocation, 1, 1).add(2, kSignalWait).add(1, kSignalWait);
  EXPECT_THAT(edges(trace), ElementsAre(SyncEdge{0, 2}));
}

TEST(SyncEdges, DescriptorsHaveNone) {
  Trace trace;
  trace.add(0, kSend).add(1, kReceive);
  EXPECT_THAT(edges(trace), IsEmpty());
}

class AtomicTrace {
 public:
  AtomicTrace& add(ThreadId thread, OperationKind kind, Ordering ordering, bool failed = false) {
    events_.push_back({kObject, 1, thread, kind, 4, atomic_detail(failed, ordering, 0)});
    return *this;
  }
  std::vector<SyncEdge> edges() const { return sync_edges(events_); }

 private:
  std::vector<Event> events_;
};

TEST(SyncEdges, AReleaseIsBeforeTheAcquireThatReadsIt) {
  using enum Ordering;
  EXPECT_THAT(AtomicTrace().add(0, kAtomicStore, kRelease).add(1, kAtomicLoad, kAcquire).edges(),
              ElementsAre(SyncEdge{0, 1}));
  EXPECT_THAT(AtomicTrace().add(0, kAtomicStore, kRelaxed).add(1, kAtomicLoad, kAcquire).edges(), IsEmpty());
  EXPECT_THAT(AtomicTrace().add(0, kAtomicStore, kRelease).add(1, kAtomicLoad, kRelaxed).edges(), IsEmpty());
  EXPECT_THAT(AtomicTrace().add(0, kAtomicStore, kVolatile).add(1, kAtomicLoad, kVolatile).edges(),
              IsEmpty());
}

TEST(SyncEdges, AnUpdateGoesOnWithAReleaseSequenceAndAStoreEndsIt) {
  using enum Ordering;
  EXPECT_THAT(AtomicTrace()
                  .add(0, kAtomicStore, kRelease)
                  .add(1, kAtomicUpdate, kRelaxed)
                  .add(2, kAtomicLoad, kAcquire)
                  .edges(),
              ElementsAre(SyncEdge{0, 2}));
  EXPECT_THAT(AtomicTrace()
                  .add(0, kAtomicStore, kRelease)
                  .add(1, kAtomicStore, kRelaxed)
                  .add(2, kAtomicLoad, kAcquire)
                  .edges(),
              IsEmpty());
  EXPECT_THAT(AtomicTrace()
                  .add(0, kAtomicUpdate, kSequential, true)
                  .add(1, kAtomicUpdate, kAcquireRelease)
                  .add(2, kAtomicUpdate, kAcquire, true)
                  .edges(),
              ElementsAre(SyncEdge{1, 2}))
      << "a compare-exchange that failed has only read";
}

}  // namespace
}  // namespace heddle::sync_edges_test
