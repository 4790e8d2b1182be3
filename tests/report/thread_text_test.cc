#include "report/text/thread_text.h"

#include <gtest/gtest.h>

#include "report/model/text.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using testing::finished;
using testing::kPlain;
using testing::thread;

TEST(ThreadText, EveryStateOfEveryOperation) {
  const Bank& bank = Bank::instance();
  std::string text;
  for (int kind = 0; kind < static_cast<int>(OperationKind::kCount); ++kind) {
    const auto operation = static_cast<OperationKind>(kind);
    text += std::string(to_string(operation)) + "\n";
    for (const Location& object : {Location{}, bank.global("ready")}) {
      for (ThreadState state : {ThreadState::kEnabled, ThreadState::kBlocked}) {
        Failure failure;
        failure.threads = {thread("main", state, operation, 0, object), finished("main.0")};
        if (operation == OperationKind::kThreadJoin && object.kind != ObjectKind::kNone)
          failure.threads[0].next.peer = 1;
        if (operation == OperationKind::kThreadDetach) failure.threads[0].next.peer = 1;
        text += "    " + state_text(FailureNames(failure, bank.places()), 0) + "\n";
      }
    }
  }
  testing::expect_golden("thread_states.txt", text);
}

TEST(ThreadText, OwnerOfTheLock) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  EXPECT_EQ(state_text(FailureNames(failure, bank.places()), 1), "waits to lock `mutex_b`, held by main.1");
  failure.threads[2].state = ThreadState::kFinished;
  EXPECT_EQ(state_text(FailureNames(failure, bank.places()), 1),
            "waits to lock `mutex_b`, held by main.1, which has finished");
  failure.threads[1].waits_for = 99;
  EXPECT_EQ(state_text(FailureNames(failure, bank.places()), 1),
            "waits to lock `mutex_b`, held by thread 99");
  EXPECT_EQ(state_text(FailureNames(failure, bank.places()), 99), "unknown");
}

// What the program calls its threads stands beside the names that never change.
TEST(ThreadText, GivenNames) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  failure.threads[2].given_name = "logger";
  const FailureNames names(failure, bank.places());
  EXPECT_EQ(state_text(names, 1), "waits to lock `mutex_b`, held by main.1 'logger'");
  EXPECT_EQ(names.thread(2), "main.1 'logger'");
  EXPECT_EQ(names.identity(2), "main.1");
  EXPECT_EQ(names.thread(1), "main.0");
  failure.threads[2].given_name = "a\tb";
  EXPECT_EQ(names.thread(2), "main.1 'a    b'") << "safe to print";
}

// 64 threads: the failing and the waiting ones first, the rest is counted.
TEST(ThreadText, ManyThreadsAreFolded) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::failed_assertion(bank);
  failure.threads.resize(1);
  failure.thread = 63;
  for (int i = 1; i < 64; ++i) {
    const std::string name = "main." + std::to_string(i - 1);
    if (i % 4 == 0)
      failure.threads.push_back(finished(name));
    else
      failure.threads.push_back(thread(name, i % 4 == 1 ? ThreadState::kBlocked : ThreadState::kEnabled,
                                       OperationKind::kLock, bank.site("lock(mutex_a);\n}"),
                                       bank.global("mutex_a")));
  }
  const std::string text = threads_text(FailureNames(failure, bank.places()), kPlain);
  EXPECT_LE(testing::widest_line(text), line_width());
  testing::expect_golden("many_threads.txt", text);
}

TEST(ThreadText, LongStacksAreFolded) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::failed_assertion(bank);
  failure.threads[0].stack = {failure.site};
  for (int i = 0; i < 10; ++i) {
    failure.threads[0].stack.push_back(bank.site("wait(filled)"));
    failure.threads[0].stack.push_back(bank.site("notify(filled)"));
  }
  failure.threads[0].stack.insert(failure.threads[0].stack.end(), 50, bank.caller("deposit"));
  testing::expect_golden("long_stack.txt", threads_text(FailureNames(failure, bank.places()), kPlain));
}

TEST(ThreadText, ObjectsOfTheSameNameAreNumbered) {
  const Bank& bank = Bank::instance();
  Failure failure = testing::lock_order_deadlock(bank);
  failure.threads[1].object = testing::stack("main", 64);
  failure.threads[1].held[0].lock = testing::stack("main", 128);
  failure.threads[2].object = testing::stack("main", 128);
  const FailureNames names(failure, bank.places());
  EXPECT_EQ(names.phrase(failure.threads[1].object, ""), "a local variable of main (#1)");
  EXPECT_EQ(names.phrase(failure.threads[1].held[0].lock, ""), "a local variable of main (#2)");
  EXPECT_EQ(names.plain(failure.threads[2].object), "local variable of main (#2)");
  EXPECT_EQ(names.phrase(failure.threads[2].held[0].lock, ""), "`mutex_b`");
  EXPECT_EQ(names.phrase({}, "a lock"), "a lock");

  failure.threads[1].object = testing::heap(bank.site("allocate()"), 0, "main.0", 8);
  failure.threads[2].object = testing::heap(bank.site("allocate()"), 0, "main.1", 8);
  EXPECT_EQ(FailureNames(failure, bank.places()).plain(failure.threads[2].object),
            "heap object allocated at " + bank.place("allocate()") + " (+8, #2)");
}

}  // namespace
}  // namespace heddle::report
