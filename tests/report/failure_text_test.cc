#include "report/text/failure_text.h"

#include <gtest/gtest.h>

#include <csignal>

#include "report/model/text.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using testing::finished;
using testing::Ghost;
using testing::kPlain;
using testing::thread;

std::string text_of(const Failure& failure) {
  const std::string text = failure_text(failure, Bank::instance().places(), kPlain);
  EXPECT_LE(testing::widest_line(text), line_width()) << text;
  EXPECT_EQ(text.find('\033'), std::string::npos);
  return text;
}

TEST(FailureText, Deadlock) {
  testing::expect_golden("deadlock.txt", text_of(testing::lock_order_deadlock(Bank::instance())));
}

TEST(FailureText, PartialDeadlockOfLocalVariables) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  failure.shape = DeadlockShape::kPartialCycle;
  const Location savings = testing::stack("main", 64);
  const Location checking = testing::stack("main", 128);
  failure.threads[1].object = savings;
  failure.threads[1].held[0].lock = checking;
  failure.threads[2].object = checking;
  failure.threads[2].held[0].lock = savings;
  failure.threads[0] =
      thread("main", ThreadState::kEnabled, OperationKind::kSleep, bank.site("wait(filled)"));
  failure.threads.push_back(thread("main.2", ThreadState::kEnabled, OperationKind::kWrite,
                                   bank.site("check(total == 200)"), bank.global("total")));
  testing::expect_golden("partial_deadlock.txt", text_of(failure));
}

TEST(FailureText, JoinCycle) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  failure.cycle = {0, 1};
  failure.threads[1].waits_for = 0;
  failure.threads[1].held.clear();
  failure.threads[0].held = {{bank.global("mutex_b"), bank.site("lock(mutex_b);   //")}};
  failure.threads[2] = finished("main.1");
  testing::expect_golden("join_cycle.txt", text_of(failure));
}

TEST(FailureText, LostWakeup) {
  const Bank& bank = Bank::instance();
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kLostWakeup;
  failure.thread = 0;
  failure.site = bank.site("wait(filled)");
  failure.lost_signal_site = bank.site("notify(filled)");
  failure.lost_signal_thread = 1;
  failure.threads = {
      thread("main", ThreadState::kBlocked, OperationKind::kWake, failure.site, bank.global("filled")),
      finished("main.0")};
  testing::expect_golden("lost_wakeup.txt", text_of(failure));
}

TEST(FailureText, LockOfAThreadThatHasFinished) {
  const Bank& bank = Bank::instance();
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kNoWakeup;
  failure.thread = 0;
  failure.site = bank.site("lock(account.mutex)");
  failure.threads = {thread("main", ThreadState::kBlocked, OperationKind::kLock, failure.site,
                            bank.global("accounts[1].mutex"), 1),
                     finished("main.0"),
                     thread("main.1", ThreadState::kBlocked, OperationKind::kWake, bank.site("wait(filled)"),
                            bank.global("filled"))};
  failure.threads[1].held = {{bank.global("accounts[1].mutex"), bank.site("lock(mutex_a);\n}")}};
  testing::expect_golden("abandoned_lock.txt", text_of(failure));
}

// The waiter keeps the lock that the notifier needs.
TEST(FailureText, NobodyIsLeftToWakeTheWaiter) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  failure.shape = DeadlockShape::kNoWakeup;
  failure.cycle.clear();
  failure.thread = 0;
  failure.threads[1].next.kind = OperationKind::kWake;
  failure.threads[1].object = bank.global("filled");
  failure.threads[1].waits_for = kNoThread;
  failure.threads[2].held.clear();
  testing::expect_golden("no_wakeup.txt", text_of(failure));
}

// main.1 was woken before where it waits now: it is idle and comes last, whatever its number.
TEST(FailureText, StuckThreadComesBeforeIdleWorkers) {
  const Bank& bank = Bank::instance();
  const SiteId wait = bank.site("wait(filled)"), notify = bank.site("notify(filled)");
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kNoWakeup;
  failure.thread = 2;
  failure.site = wait;
  failure.threads = {
      thread("main", ThreadState::kBlocked, OperationKind::kThreadJoin, bank.site("join(0)"), {}, 2),
      thread("main.0", ThreadState::kBlocked, OperationKind::kWake, wait, bank.global("ready")),
      thread("main.1", ThreadState::kBlocked, OperationKind::kWake, wait, bank.global("filled")),
      thread("main.2", ThreadState::kBlocked, OperationKind::kWake, wait, bank.global("filled"))};
  failure.threads[0].next.peer = 2;
  failure.threads[1].wait = {.how = OperationKind::kWait, .rounds = 3, .watched_object = {}};
  failure.threads[2].wait = {.how = OperationKind::kWait,
                             .last = OperationKind::kSignal,
                             .last_thread = 1,
                             .last_site = notify,
                             .woken = 3,
                             .watched_object = {}};
  failure.threads[3].wait = failure.threads[2].wait;
  testing::expect_golden("idle_worker.txt", text_of(failure));
}

TEST(FailureText, SemaphoreAndBarrierSayHowTheyStand) {
  const Bank& bank = Bank::instance();
  const SiteId wait = bank.site("wait(filled)");
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.shape = DeadlockShape::kNoWakeup;
  failure.thread = 0;
  failure.site = wait;
  failure.text = "no other process connects to the program";
  failure.threads = {
      thread("main", ThreadState::kBlocked, OperationKind::kSemaphoreWait, wait, bank.global("ready")),
      thread("main.0", ThreadState::kBlocked, OperationKind::kWake, wait, bank.global("filled")),
      thread("main.1", ThreadState::kBlocked, OperationKind::kReceive, wait)};
  failure.threads[0].wait = {.how = OperationKind::kSemaphoreWait,
                             .value_is_known = true,
                             .last = OperationKind::kSemaphoreWait,
                             .last_thread = 1,
                             .last_site = bank.site("notify(filled)"),
                             .watched_object = {}};
  failure.threads[1].wait = {.how = OperationKind::kBarrierWait,
                             .value_is_known = true,
                             .value = 2,
                             .wanted = 3,
                             .watched_object = {}};
  testing::expect_golden("wait_states.txt", text_of(failure));
}

// Its last announced operation is its start.
TEST(FailureText, ThreadThatFailsAtOnceFailsWhereItIs) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::failed_assertion(bank);
  failure.threads[failure.thread].next.kind = OperationKind::kThreadStart;
  const std::string text = text_of(failure);
  EXPECT_EQ(text.find("created at"), std::string::npos) << text;
}

TEST(FailureText, Livelock) {
  const Bank& bank = Bank::instance();
  Failure failure;
  failure.kind = FailureKind::kLivelock;
  failure.thread = 1;
  failure.text = "nothing changes any more";
  failure.spinning = {bank.site("load(ready)) {"), bank.site("wait(filled)")};
  failure.site = failure.spinning[1];
  failure.threads = {thread("main", ThreadState::kEnabled, OperationKind::kSleep, bank.site("wait(filled)")),
                     thread("main.0", ThreadState::kEnabled, OperationKind::kAtomicLoad,
                            bank.site("load(ready)) {"), bank.global("ready"))};
  failure.threads.push_back(
      thread("main.1", ThreadState::kEnabled, OperationKind::kThreadStart, bank.site("allocate()")));
  failure.threads[1].stack = {failure.site};  // the runtime's innermost frame need not be the thread's own
  testing::expect_golden("livelock.txt", text_of(failure));
}

TEST(FailureText, Assertion) {
  testing::expect_golden("assertion.txt", text_of(testing::failed_assertion(Bank::instance())));
}

TEST(FailureText, CrashInADeepRecursion) {
  const Bank& bank = Bank::instance();
  Failure failure;
  failure.kind = FailureKind::kCrash;
  failure.code = SIGSEGV;
  failure.address = 0x7fffff7fe000;
  failure.thread = 1;
  failure.site = bank.site("wait(filled)");
  failure.threads = {
      thread("main", ThreadState::kBlocked, OperationKind::kThreadJoin, bank.site("join(0)"), {}, 1),
      thread("main.0", ThreadState::kEnabled, OperationKind::kLock, failure.site)};
  failure.threads[0].next.peer = 1;
  failure.threads[1].stack.insert(failure.threads[1].stack.end(), 199, bank.site("notify(filled)"));
  testing::expect_golden("stack_overflow.txt", text_of(failure));
}

TEST(FailureText, ExceptionLockMisuseAndExitStatus) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::failed_assertion(bank);
  failure.kind = FailureKind::kUncaughtException;
  failure.text = "St13runtime_error\nboom";
  std::string text = text_of(failure);
  failure.kind = FailureKind::kLockMisuse;
  failure.text = "unlocks a mutex that another thread holds";
  text += "\n" + text_of(failure);
  failure.kind = FailureKind::kExitStatus;
  failure.code = 3;
  failure.text.clear();
  text += "\n" + text_of(failure);
  testing::expect_golden("one_thread_failures.txt", text);
}

TEST(FailureText, WithoutSymbols) {
  const Ghost ghost;
  Failure failure = testing::failed_assertion(Bank::instance());
  failure.site = 0x12;
  failure.threads[0].stack = {0x12, 0x340, 0x100020};
  testing::expect_golden("without_symbols.txt", failure_text(failure, ghost.places(), kPlain));
}

TEST(FailureText, OddDataIsSurvived) {
  const Ghost ghost;
  Failure failure;
  EXPECT_EQ(failure_text(failure, ghost.places(), kPlain), "no failure\n");
  failure.kind = FailureKind::kDeadlock;
  failure.thread = 500;
  failure.cycle = {3, 900, kNoThread};
  for (int shape = 0; shape < 9; ++shape) {
    failure.shape = static_cast<DeadlockShape>(shape);
    EXPECT_FALSE(failure_text(failure, ghost.places(), kPlain).empty());
  }
  failure.cycle.clear();
  for (int kind = 0; kind < 256; ++kind) {
    for (int operation = 0; operation < 40; ++operation) {
      failure.kind = static_cast<FailureKind>(kind);
      failure.threads = {thread("\xff\n", static_cast<ThreadState>(operation % 5),
                                static_cast<OperationKind>(operation), 0xfffffff0)};
      failure.threads[0].object.kind = static_cast<ObjectKind>(operation % 9);
      failure.threads[0].object.module = 9;
      failure.threads[0].waits_for = 44;
      const std::string text = failure_text(failure, ghost.places(), kPlain);
      EXPECT_LE(testing::widest_line(text), line_width());
      EXPECT_EQ(text.find('\xff'), std::string::npos);
    }
  }
}

TEST(FailureText, LongNamesStayWithinTheLine) {
  Ghost ghost;
  ModuleTable modules = ghost.modules();
  modules.modules[0].path = "/" + std::string(300, 'p');
  symbols::Symbolizer symbolizer;
  const Places places(modules, symbolizer);
  Failure failure = testing::lock_order_deadlock(Bank::instance());
  failure.threads[1].name = std::string(150, 't');
  EXPECT_LE(testing::widest_line(failure_text(failure, places, kPlain)), line_width());
}

TEST(FailureText, ColoursOnlyWhenAsked) {
  const Bank& bank = Bank::instance();
  std::string coloured = failure_text(testing::lock_order_deadlock(bank), bank.places(), Style{true});
  EXPECT_TRUE(coloured.starts_with("\033[1;31mdeadlock: main.0"));
  for (std::size_t at = 0; (at = coloured.find('\033')) != std::string::npos;)
    coloured.erase(at, coloured.find('m', at) - at + 1);
  EXPECT_EQ(coloured, text_of(testing::lock_order_deadlock(bank)));
}

}  // namespace
}  // namespace heddle::report
