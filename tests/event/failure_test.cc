#include "event/failure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace heddle {
namespace {

constexpr auto kKinds = static_cast<std::size_t>(FailureKind::kCount);

TEST(FailureKind, NamesAreThoseOfTheDesign) {
  const std::pair<FailureKind, std::string_view> expected[] = {
      {FailureKind::kNone, "none"},
      {FailureKind::kAssertion, "assertion"},
      {FailureKind::kCrash, "crash"},
      {FailureKind::kDeadlock, "deadlock"},
      {FailureKind::kLivelock, "livelock"},
      {FailureKind::kDataRace, "data-race"},
      {FailureKind::kHeapError, "heap-error"},
      {FailureKind::kLockMisuse, "lock-misuse"},
      {FailureKind::kUncaughtException, "uncaught-exception"},
      {FailureKind::kExitStatus, "exit-status"},
      {FailureKind::kNotLinearizable, "not-linearizable"},
      {FailureKind::kNotThreadSafe, "not-thread-safe"},
      {FailureKind::kTimeout, "timeout"},
      {FailureKind::kLeftBehind, "left-behind"},
      {FailureKind::kStackError, "stack-error"},
      {FailureKind::kThreadLeak, "thread-leak"},
      {FailureKind::kDriver, "driver"},
      {FailureKind::kOpenMpMisuse, "openmp-misuse"},
  };
  for (const auto& [kind, name] : expected) EXPECT_EQ(to_string(kind), name);
}

TEST(FailureKind, NamesAreDistinctWordsThatComeBack) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<FailureKind>(i);
    const std::string_view name = to_string(kind);
    EXPECT_FALSE(name.empty()) << i;
    EXPECT_EQ(name.find(' '), std::string_view::npos) << name;
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(failure_kind_from(name), kind) << name;
  }
}

TEST(FailureKind, IsNoneForAnUnknownName) {
  for (const char* name : {"", "Deadlock", "dead", "deadlock ", "unknown"})
    EXPECT_EQ(failure_kind_from(name), FailureKind::kNone) << name;
  EXPECT_EQ(to_string(FailureKind::kCount), "unknown");
  EXPECT_EQ(to_string(static_cast<FailureKind>(255)), "unknown");
}

Failure crash(SiteId site, int signal) {
  Failure failure;
  failure.kind = FailureKind::kCrash;
  failure.thread = 1;
  failure.site = site;
  failure.code = signal;
  failure.address = 0x1000;
  failure.step = 10;
  failure.threads.resize(2);
  return failure;
}

ThreadReport thread_at(SiteId site, ThreadState state = ThreadState::kBlocked) {
  ThreadReport report;
  report.state = state;
  report.next.kind = OperationKind::kLock;
  report.next.site = site;
  return report;
}

Failure deadlock(std::vector<ThreadReport> threads, std::vector<ThreadId> cycle = {}) {
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.threads = std::move(threads);
  failure.cycle = std::move(cycle);
  return failure;
}

TEST(Signature, IsTheSameForTheSameBugElsewhere) {
  const Failure one = crash(0x100, 11);
  Failure other = one;
  other.thread = 5;
  other.address = 0x2000;
  other.step = 99;
  other.text = "other words";
  other.threads.resize(7);
  EXPECT_EQ(one.signature(), other.signature());
}

TEST(Signature, DiffersForAnotherSiteSignalOrKind) {
  Failure assertion = crash(0x100, 11);
  assertion.kind = FailureKind::kAssertion;
  const std::set<std::uint64_t> signatures{crash(0x100, 11).signature(), crash(0x101, 11).signature(),
                                           crash(0x100, 6).signature(), assertion.signature()};
  EXPECT_EQ(signatures.size(), 4u);
}

TEST(Signature, OfAnExitStatusIsTheStatusAlone) {
  Failure a, b;
  a.kind = b.kind = FailureKind::kExitStatus;
  a.code = b.code = 3;
  b.site = 0x77;
  EXPECT_EQ(a.signature(), b.signature());
  b.code = 4;
  EXPECT_NE(a.signature(), b.signature());
}

TEST(Signature, OfALivelockIsWhereItSpins) {
  Failure a, b;
  a.kind = b.kind = FailureKind::kLivelock;
  a.spinning = b.spinning = {1, 2};
  b.thread = 4;
  b.site = 9;
  EXPECT_EQ(a.signature(), b.signature());
  b.spinning = {1, 3};
  EXPECT_NE(a.signature(), b.signature());
}

TEST(Signature, OfADeadlockDoesNotDependOnTheOrderOfThreads) {
  const Failure ab = deadlock({thread_at(0), thread_at(10), thread_at(20)}, {1, 2});
  const Failure ba = deadlock({thread_at(0), thread_at(20), thread_at(10)}, {2, 1});
  const Failure elsewhere = deadlock({thread_at(10), thread_at(1), thread_at(2), thread_at(20)}, {3, 0});
  EXPECT_EQ(ab.signature(), ba.signature());
  EXPECT_EQ(ab.signature(), elsewhere.signature());
}

TEST(Signature, OfADeadlockDoesNotDependOnWhereTheCycleIsEntered) {
  const std::vector<ThreadReport> threads{thread_at(10), thread_at(20), thread_at(30)};
  EXPECT_EQ(deadlock(threads, {0, 1, 2}).signature(), deadlock(threads, {1, 2, 0}).signature());
}

TEST(Signature, OfACycleDoesNotDependOnBystanders) {
  const Failure alone = deadlock({thread_at(10), thread_at(20)}, {0, 1});
  const Failure crowd =
      deadlock({thread_at(10), thread_at(20), thread_at(30), thread_at(40, ThreadState::kEnabled),
                thread_at(50, ThreadState::kFinished)},
               {0, 1});
  EXPECT_EQ(alone.signature(), crowd.signature());
}

TEST(Signature, OfACycleIsTheSameWhetherOthersGoOnOrNot) {
  Failure whole = deadlock({thread_at(10), thread_at(20)}, {0, 1});
  Failure partial = whole;
  whole.shape = DeadlockShape::kCycle;
  partial.shape = DeadlockShape::kPartialCycle;
  EXPECT_EQ(whole.signature(), partial.signature());
}

TEST(Signature, OfADeadlockWithoutCycleIsWhereThreadsAreBlocked) {
  const Failure two = deadlock({thread_at(10), thread_at(20)});
  EXPECT_EQ(two.signature(),
            deadlock({thread_at(20), thread_at(5, ThreadState::kFinished), thread_at(10)}).signature());
  EXPECT_EQ(two.signature(), deadlock({thread_at(10), thread_at(20), thread_at(20)}).signature())
      << "more threads at the same place are the same bug";
  EXPECT_NE(two.signature(), deadlock({thread_at(10), thread_at(21)}).signature());
}

TEST(Signature, OfADeadlockDiffersForOtherSites) {
  const std::vector<ThreadReport> threads{thread_at(10), thread_at(20), thread_at(30)};
  EXPECT_NE(deadlock(threads, {0, 1}).signature(), deadlock(threads, {0, 2}).signature());
  EXPECT_NE(deadlock(threads, {0, 1}).signature(), deadlock(threads, {0, 1, 2}).signature());
}

TEST(Signature, SurvivesACycleOfThreadsThatAreNotThere) {
  EXPECT_EQ(deadlock({thread_at(10)}, {0, 7}).signature(), deadlock({thread_at(10)}, {0}).signature());
}

}  // namespace
}  // namespace heddle
