// What orders what, a small example for each row of happens_before.h.
#include "analysis/happens_before.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "trace.h"

namespace heddle::happens_before_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using testing::Trace;
using Told = std::vector<std::string>;
using enum OperationKind;

constexpr LocationId kMutex = 1, kObject = 2, kOther = 3;

// Writes down the calls: "1 lock 2" for thread 1 and location 2.
struct Log {
  Told& told;
  ThreadId thread;

  static std::string name(const SyncObject& object) {
    switch (object.space) {
      case SyncObject::Space::kLocation:
        return std::to_string(object.id) + (object.offset != 0 ? "+" + std::to_string(object.offset) : "");
      case SyncObject::Space::kWorld:
        return "the world";
      case SyncObject::Space::kSignalsToThread:
        return "signals to " + std::to_string(object.id);
      case SyncObject::Space::kSignalsToProcess:
        return "signals to all";
      case SyncObject::Space::kOpaqueCode:
        return "opaque code";
      case SyncObject::Space::kReadByOpaqueCode:
        return "opaque reads";
    }
    return "";
  }
  void tell(const std::string& what) { told.push_back(std::to_string(thread) + " " + what); }

  void create_thread(ThreadId created) { tell("create " + std::to_string(created)); }
  void join_thread(ThreadId joined) { tell("join " + std::to_string(joined)); }
  void join_all() { tell("join all"); }
  void lock(const SyncObject& object) { tell("lock " + name(object)); }
  void unlock(const SyncObject& object) { tell("unlock " + name(object)); }
  void lock_shared(const SyncObject& object) { tell("lock_shared " + name(object)); }
  void unlock_shared(const SyncObject& object) { tell("unlock_shared " + name(object)); }
  void may_unlock(const SyncObject& object) { tell("may_unlock " + name(object)); }
  void acquire(const SyncObject& object) { tell("acquire " + name(object)); }
  void release(const SyncObject& object) { tell("release " + name(object)); }
  void arrive(const SyncObject& object) { tell("arrive " + name(object)); }
  void open(const SyncObject& object) { tell("open " + name(object)); }
  void leave(const SyncObject& object) { tell("leave " + name(object)); }
  void begin_once(const SyncObject& object) { tell("begin_once " + name(object)); }
  void notify(const SyncObject& object) { tell("notify " + name(object)); }
  void woken(const SyncObject& object) { tell("woken " + name(object)); }
};

Told told_of(std::span<const Event> events) {
  Told told;
  HappensBefore before;
  for (std::uint32_t i = 0; i < events.size(); ++i) before.look_ahead(events[i], i);
  for (std::uint32_t i = 0; i < events.size(); ++i) before.add(events[i], i, Log{told, events[i].thread});
  return told;
}
Told told_of(const Trace& trace) {
  return told_of(trace.events());
}

TEST(HappensBefore, CreationAndJoin) {
  Trace trace;
  trace.create(0, 1).create(0, kNoThread).join(0, 1).try_join(0, 2);
  trace.add(0, kThreadJoin, kNoLocation, kNoSite);
  EXPECT_THAT(told_of(trace), ElementsAre("0 create 1", "0 join 1", "0 join all"));
}

TEST(HappensBefore, Locks) {
  Trace trace;
  trace.section(0, kMutex, 1).add(1, kTryLock, kMutex, 1, 1).add(1, kTimedLock, kMutex).unlock(1, kMutex);
  EXPECT_THAT(told_of(trace), ElementsAre("0 lock 1", "0 unlock 1", "1 lock 1", "1 unlock 1"));
}

TEST(HappensBefore, AnUnlockIsThatOfAReaderIfItsThreadReads) {
  Trace trace;
  trace.add(0, kSharedLock, kMutex).add(1, kSharedTryLock, kMutex).unlock(1, kMutex).unlock(0, kMutex);
  trace.add(0, kSharedTimedLock, kMutex, 1, 1).unlock(2, kMutex);
  EXPECT_THAT(told_of(trace), ElementsAre("0 lock_shared 1", "1 lock_shared 1", "1 unlock_shared 1",
                                          "0 unlock_shared 1", "2 unlock 1"));
}

TEST(HappensBefore, AConditionWaitGivesUpWhatItsThreadTakesAgain) {
  Trace trace;
  trace.lock(0, kMutex, 1).lock(0, kOther, 1).add(0, kWait, kObject);
  trace.add(1, kSignal, kObject).add(0, kWake, kObject).add(0, kRelock, kMutex);
  EXPECT_THAT(told_of(trace),
              ElementsAre("0 lock 1", "0 lock 3", "0 unlock 1", "1 notify 2", "0 woken 2", "0 lock 1"));
}

TEST(HappensBefore, AWaitThatNeverEndsGivesUpTheOnlyMutex) {
  Trace one, two;
  one.lock(0, kMutex, 1).add(0, kWait, kObject);
  EXPECT_THAT(told_of(one), ElementsAre("0 lock 1", "0 unlock 1"));
  two.lock(0, kMutex, 1).lock(0, kOther, 1).add(0, kWait, kObject);
  EXPECT_THAT(told_of(two), ElementsAre("0 lock 1", "0 lock 3", "0 may_unlock 1", "0 may_unlock 3"));
}

TEST(HappensBefore, ALostSignalAndATimeOutTellNothing) {
  Trace trace;
  trace.add(1, kBroadcast, kObject, 1, 1).add(0, kWait, kObject).add(0, kWake, kObject, 1, 1);
  EXPECT_THAT(told_of(trace), IsEmpty());
}

TEST(HappensBefore, Semaphores) {
  Trace trace;
  trace.add(0, kSemaphorePost, kObject).add(1, kSemaphoreWait, kObject);
  trace.add(1, kSemaphoreTryWait, kObject, 1, 1).add(1, kSemaphoreWait, kObject, 1, 1);
  EXPECT_THAT(told_of(trace), ElementsAre("0 release 2", "1 acquire 2"));
}

TEST(HappensBefore, Barriers) {
  Trace trace;
  trace.add(0, kBarrierWait, kObject, 1, 1).add(1, kBarrierWait, kObject).add(0, kWake, kObject);
  EXPECT_THAT(told_of(trace), ElementsAre("0 arrive 2", "1 arrive 2", "1 open 2", "1 leave 2", "0 leave 2"));
}

// Who opened a barrier does not wait there: its next wait is another one.
TEST(HappensBefore, AWakeIsTheEndOfTheWaitThatBegan) {
  Trace trace;
  trace.add(0, kBarrierWait, kObject).add(0, kWake, kOther);
  trace.add(0, kFutexWait, kOther).add(0, kWake, kOther);
  EXPECT_THAT(told_of(trace), ElementsAre("0 arrive 2", "0 open 2", "0 leave 2"));
}

TEST(HappensBefore, Once) {
  Trace trace;
  trace.add(0, kOnce, kObject).add(1, kOnce, kObject, 1, 1);
  EXPECT_THAT(told_of(trace), ElementsAre("0 begin_once 2", "1 acquire 2"));
}

TEST(HappensBefore, DescriptorsAndChildren) {
  Trace trace;
  trace.add(0, kSend).add(0, kConnect).add(0, kClose);
  trace.add(1, kReceive).add(1, kAccept).add(1, kPoll).add(1, kChildWait).add(2, kFileLock);
  EXPECT_THAT(told_of(trace),
              ElementsAre("0 release the world", "0 release the world", "0 release the world",
                          "1 acquire the world", "1 acquire the world", "1 acquire the world",
                          "1 acquire the world", "2 acquire the world", "2 release the world"));
}

TEST(HappensBefore, SignalsOfTheSystem) {
  Trace sent, taken;
  sent.add(0, kSendSignal, kNoLocation, 1, 2)
      .add(0, kSendSignal, kNoLocation, 1, kNoThread)
      .add(0, kCancel, kNoLocation, 1, 1);
  EXPECT_THAT(told_of(sent),
              ElementsAre("0 release signals to 2", "0 release signals to all", "0 release signals to 1"));
  taken.add(2, kHandleSignal).add(1, kSignalWait);
  EXPECT_THAT(told_of(taken), ElementsAre("2 acquire signals to 2", "2 acquire signals to all",
                                          "1 acquire signals to 1", "1 acquire signals to all"));
}

TEST(HappensBefore, WhatOrdersNothing) {
  Trace trace;
  for (const OperationKind kind :
       {kNone, kRead, kWrite, kAtomicLoad, kAtomicStore, kAtomicUpdate, kFence, kThreadStart, kThreadDetach,
        kFutexWait, kFutexWake, kSleep, kYield, kExit, kFree, kInitialise, kDestroy})
    trace.add(0, kind, kObject);
  EXPECT_THAT(told_of(trace), IsEmpty());
}

TEST(HappensBefore, StatedOrders) {
  const auto stated = [](OperationKind kind) {
    return Event{kObject, 1, 0, kind, 4, atomic_detail(false, Ordering::kStated, 2)};
  };
  EXPECT_THAT(told_of(std::vector{stated(kAtomicLoad)}), ElementsAre("0 acquire 2+2"));
  EXPECT_THAT(told_of(std::vector{stated(kAtomicUpdate)}), ElementsAre("0 acquire 2+2", "0 release 2+2"));
}

Told told_of(OrderKind kind, Ordering ordering = Ordering::kRelaxed) {
  Told told;
  HappensBefore::add(OrderNote{0, 1, kObject, 0, kind, ordering}, Log{told, 0});
  return told;
}

TEST(HappensBefore, Notes) {
  EXPECT_THAT(told_of(OrderKind::kAcquire), ElementsAre("0 acquire 2"));
  EXPECT_THAT(told_of(OrderKind::kRelease), ElementsAre("0 release 2"));
  EXPECT_THAT(told_of(OrderKind::kPublish), ElementsAre("0 release 2"));
  EXPECT_THAT(told_of(OrderKind::kEnterOpaque), ElementsAre("0 release opaque code"));
  EXPECT_THAT(told_of(OrderKind::kLeaveOpaque),
              ElementsAre("0 acquire opaque code", "0 acquire opaque reads"));
  EXPECT_THAT(told_of(OrderKind::kFence), IsEmpty());
  EXPECT_THAT(told_of(OrderKind::kFence, Ordering::kAcquire), ElementsAre("0 acquire opaque code"));
  EXPECT_THAT(told_of(OrderKind::kFence, Ordering::kSequential),
              ElementsAre("0 acquire opaque code", "0 release opaque reads"));
  for (const OrderKind kind : {OrderKind::kForeign, OrderKind::kUnmap, OrderKind::kAllocate})
    EXPECT_THAT(told_of(kind), IsEmpty());
}

// An Order of its own needs to say only what it wants to know.
TEST(HappensBefore, UnorderedTakesNoNotice) {
  Trace trace;
  trace.create(0, 1).section(0, kMutex, 1).add(0, kSend).add(0, kBarrierWait, kObject);
  HappensBefore before;
  for (const Event& event : trace.events()) before.add(event, 0, Unordered());
  EXPECT_THAT(before.locks_of(0), IsEmpty());
}

}  // namespace
}  // namespace heddle::happens_before_test
