#include "report/text/headline.h"

#include <gtest/gtest.h>

#include <csignal>

#include "event/thread_name.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using testing::finished;
using testing::Ghost;
using testing::thread;

Failure failure_of(FailureKind kind, SiteId site, std::string text = "", int code = 0) {
  Failure failure;
  failure.kind = kind;
  failure.thread = 0;
  failure.site = site;
  failure.text = std::move(text);
  failure.code = code;
  failure.threads = {thread("main", ThreadState::kEnabled, OperationKind::kNone, site)};
  return failure;
}

std::vector<Failure> heap_errors() {
  std::vector<Failure> all;
  const auto add = [&](HeapErrorKind kind, OperationKind deed, std::int64_t offset) -> HeapError& {
    Failure failure = failure_of(FailureKind::kHeapError, 0x12);
    failure.threads.push_back(thread("main.0", ThreadState::kFinished, OperationKind::kNone, 0));
    failure.heap = {kind, deed, 4, testing::heap(0x34, 0, "main", 0), offset, 16, {0, {0x34}}, {}};
    all.push_back(std::move(failure));
    return all.back().heap;
  };
  add(HeapErrorKind::kUseAfterFree, OperationKind::kRead, 8);
  add(HeapErrorKind::kUseAfterFree, OperationKind::kLock, 0).freed = {1, {0x56}};
  add(HeapErrorKind::kDoubleFree, OperationKind::kFree, 0).freed = {1, {0x56}};
  add(HeapErrorKind::kInvalidFree, OperationKind::kFree, 8);
  HeapError& variable = add(HeapErrorKind::kInvalidFree, OperationKind::kFree, 0);
  variable.object = {};
  variable.block_size = 0;
  for (std::int64_t offset : {-4, 14, 16, 20})
    add(HeapErrorKind::kOutOfBounds, OperationKind::kWrite, offset);
  add(HeapErrorKind::kDestroyed, OperationKind::kLock, 0).freed = {1, {0x56}};
  return all;
}

std::vector<Failure> stack_errors() {
  std::vector<Failure> all;
  const auto add = [&](StackErrorKind kind, OperationKind deed, ThreadId owner) -> StackError& {
    Failure failure = failure_of(FailureKind::kStackError, 0x12);
    failure.threads.push_back(thread("main.0", ThreadState::kFinished, OperationKind::kNone, 0));
    failure.stack = {kind, deed, 4, owner, {}, {}};
    failure.stack.object.kind = ObjectKind::kStack;
    failure.stack.object.thread = name_hash("main.0");
    all.push_back(std::move(failure));
    return all.back().stack;
  };
  add(StackErrorKind::kReturned, OperationKind::kWrite, 1);
  add(StackErrorKind::kReturned, OperationKind::kAtomicUpdate, 0);
  add(StackErrorKind::kReturned, OperationKind::kRead, kNoThread).object = {};
  add(StackErrorKind::kEnded, OperationKind::kLock, 1);
  return all;
}

TEST(Headline, EveryKind) {
  const Ghost ghost;
  const auto line = [&](const Failure& failure) { return headline(failure, ghost.places()) + "\n"; };
  std::string text;
  text += line(failure_of(FailureKind::kNone, 0));
  text += line(failure_of(FailureKind::kAssertion, 0x12, "assertion `total == 200' failed"));
  text += line(failure_of(FailureKind::kAssertion, 0x12, "abort() was called"));
  Failure crash = failure_of(FailureKind::kCrash, 0x12, "", SIGSEGV);
  text += line(crash);
  crash.address = 0xdeadbeef;
  text += line(crash);
  text += line(failure_of(FailureKind::kCrash, 0x12, "stack overflow", SIGSEGV));
  text += line(failure_of(FailureKind::kCrash, 0x12, "", SIGFPE));
  text += line(failure_of(FailureKind::kCrash, 0, "", SIGABRT));
  text += line(failure_of(FailureKind::kCrash, 0, "", 63));
  Failure livelock = failure_of(FailureKind::kLivelock, 0x12, "nothing changes any more");
  livelock.spinning = {0x12, 0x34};
  text += line(livelock);
  livelock.spinning = {0x12, 0x13, 0x14, 0x15, 0x16};
  text += line(livelock);
  Failure race = failure_of(FailureKind::kDataRace, 0x12);
  race.race.first.thread = 0;
  race.race.first.site = 0x12;
  race.race.first.writes = true;
  race.race.second.thread = 1;
  race.race.second.site = 0x34;
  race.race.second.atomic = true;
  text += line(race);
  for (const Failure& error : heap_errors()) text += line(error);
  for (const Failure& error : stack_errors()) text += line(error);
  text += line(failure_of(FailureKind::kLockMisuse, 0x12, "unlocks a mutex that another thread holds"));
  text += line(failure_of(FailureKind::kUncaughtException, 0x12, "St13runtime_error\nboom"));
  text += line(failure_of(FailureKind::kUncaughtException, 0x12, "i"));
  text += line(
      failure_of(FailureKind::kUncaughtException, 0, "NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"));
  text += line(failure_of(FailureKind::kUncaughtException, 0x12, "not a mangled name\n"));
  text += line(failure_of(FailureKind::kUncaughtException, 0x12, "6Tariff\nline 1\nline \x1b[2J 2 \xff"));
  text += line(failure_of(FailureKind::kExitStatus, 0, "", 3));
  text += line(failure_of(FailureKind::kExitStatus, 0x12, "", 3));
  text += line(failure_of(FailureKind::kNotLinearizable, 0, "pop() = 3 fits no order"));
  text += line(failure_of(FailureKind::kNotThreadSafe, 0, "size() = -1"));
  text += line(failure_of(FailureKind::kTimeout, 0x12));
  text += line(failure_of(FailureKind::kLeftBehind, 0));
  text += line(failure_of(FailureKind::kThreadLeak, 0x12));
  text += line(failure_of(FailureKind::kDriver, 0, "", 3));
  text += line(failure_of(FailureKind::kOpenMpMisuse, 0x12, "enters a loop inside another one"));
  text += line(failure_of(static_cast<FailureKind>(200), 0x12, "odd"));
  testing::expect_golden("headlines.txt", text);
}

TEST(Headline, EveryShapeOfDeadlock) {
  const Ghost ghost;
  const auto line = [&](const Failure& failure) { return headline(failure, ghost.places()) + "\n"; };
  const auto waiter = [](const std::string& name, OperationKind kind, SiteId site, ThreadId waits_for) {
    return thread(name, ThreadState::kBlocked, kind, site, {}, waits_for);
  };
  std::string text;
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.thread = 1;
  failure.site = 0x12;
  failure.threads = {
      waiter("main", OperationKind::kThreadJoin, 0x50, 1), waiter("main.0", OperationKind::kLock, 0x12, 2),
      waiter("main.1", OperationKind::kLock, 0x20, 1), waiter("main.2", OperationKind::kLock, 0x30, 1)};
  failure.threads[0].next.peer = 1;
  failure.shape = DeadlockShape::kCycle;
  failure.cycle = {1, 2};
  text += line(failure);
  failure.cycle = {1, 2, 3};
  text += line(failure);
  failure.cycle = {1};
  text += line(failure);
  failure.cycle = {1, 77};
  text += line(failure);

  failure.shape = DeadlockShape::kPartialCycle;
  failure.cycle = {1, 2};
  text += line(failure);
  failure.threads[0].state = ThreadState::kEnabled;
  text += line(failure);
  failure.threads[3].state = ThreadState::kEnabled;
  text += line(failure);

  failure = {};
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kLostWakeup;
  failure.thread = 0;
  failure.site = 0x12;
  failure.lost_signal_site = 0x31;
  failure.lost_signal_thread = 1;
  failure.threads = {waiter("main", OperationKind::kWake, 0x12, kNoThread), finished("main.0")};
  text += line(failure);
  failure.lost_signal_site = kNoSite;
  text += line(failure);

  failure.shape = DeadlockShape::kNoWakeup;
  text += line(failure);
  failure.threads.push_back(waiter("main.1", OperationKind::kWake, 0x12, kNoThread));
  text += line(failure);
  failure.threads[2].next.site = 0x20;
  text += line(failure);
  failure.threads = {waiter("main", OperationKind::kLock, 0x12, 1), finished("main.0")};
  text += line(failure);
  failure.threads = {waiter("main", OperationKind::kThreadJoin, 0x12, 1),
                     waiter("main.0", OperationKind::kWake, 0x20, kNoThread)};
  failure.threads[0].next.peer = 1;
  text += line(failure);
  failure.threads.clear();
  text += line(failure);
  testing::expect_golden("deadlock_headlines.txt", text);
}

TEST(Headline, LongTextsAreCut) {
  const Ghost ghost;
  const std::string text =
      headline(failure_of(FailureKind::kAssertion, 0x12, std::string(100'000, 'x')), ghost.places());
  EXPECT_LT(text.size(), 300u);
}

TEST(Headline, ExpectedExitIsNamed) {
  const Ghost ghost;
  EXPECT_EQ(headline(failure_of(FailureKind::kExitStatus, 0, "", 0), ghost.places(), 2),
            "exit status 0 (expected 2)");
}

TEST(Headline, RealProgram) {
  const Bank& bank = Bank::instance();
  EXPECT_EQ(headline(testing::failed_assertion(bank), bank.places()),
            "assertion at " + bank.place("check(total == 200)") + ": `total == 200' failed");
  EXPECT_EQ(headline(testing::lock_order_deadlock(bank), bank.places()),
            "deadlock: main.0 and main.1 wait for each other");
}

}  // namespace
}  // namespace heddle::report
