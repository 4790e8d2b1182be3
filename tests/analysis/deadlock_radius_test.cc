#include "analysis/deadlock_radius.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

// Deadlock D2 of the RPro paper: t1 (thread 0) holds p and wants n, t2 (thread 1) holds n and wants p. Sites
// are numbered as in Figure 2.
Failure d2() {
  const auto lock = [](char name) {
    Location location;
    location.kind = ObjectKind::kGlobal;
    location.offset = static_cast<std::uint64_t>(name);
    return location;
  };
  Failure failure;
  failure.kind = FailureKind::kDeadlock;
  failure.cycle = {0, 1};
  failure.threads.resize(2);
  for (const auto& [thread, held, site, wanted] :
       {std::tuple(0, 'p', 6u, 'n'), std::tuple(1, 'n', 15u, 'p')}) {
    ThreadReport& report = failure.threads[static_cast<std::size_t>(thread)];
    report.next.kind = OperationKind::kLock;
    report.object = lock(wanted);
    report.waits_for = static_cast<ThreadId>(1 - thread);
    report.held = {{lock('x'), 1}, {lock(held), site}};
  }
  return failure;
}

std::vector<TraceStep> trace_of(std::initializer_list<SiteId> sites) {
  std::vector<TraceStep> trace;
  for (const SiteId site : sites) {
    const bool releases = site == 2 || site == 5 || site == 14;
    trace.push_back({static_cast<ThreadId>(site < 13 ? 0 : 1),
                     {releases ? OperationKind::kUnlock : OperationKind::kLock, site}});
  }
  return trace;
}

TEST(DeadlockRadius, OfFigure2b) {
  EXPECT_EQ(deadlock_radius(trace_of({1, 2, 13, 14, 3, 4, 5, 6, 7, 15}), d2()), 7u)
      << "s15 s03 s04 s05 s06 s07 s08 s16: t2 had come to s15 before t1 went on";
}

TEST(DeadlockRadius, OfFigure2c) {
  EXPECT_EQ(deadlock_radius(trace_of({13, 14, 1, 2, 3, 4, 5, 6, 7, 15}), d2()), 9u)
      << "s15 s01 s02 s03 s04 s05 s06 s07 s08 s16";
}

TEST(DeadlockRadius, DoesNotDependOnWhatCameBefore) {
  std::vector<TraceStep> trace = trace_of({1, 2, 13, 14, 3, 4, 5, 6, 7, 15});
  trace.insert(trace.begin(), 100, {0, {OperationKind::kUnlock, 99}});
  EXPECT_EQ(deadlock_radius(trace, d2()), 7u);
}

TEST(DeadlockRadius, IsUnknownWhereTheTraceDoesNotTell) {
  EXPECT_EQ(deadlock_radius(trace_of({1, 2, 13, 14}), d2()), 0u) << "where were the locks taken?";
  EXPECT_EQ(deadlock_radius({}, d2()), 0u);
  Failure joins = d2();
  joins.threads[0].next.kind = OperationKind::kThreadJoin;
  EXPECT_EQ(deadlock_radius(trace_of({13, 14, 1, 2, 3, 4, 5, 6, 7, 15}), joins), 0u);
  Failure assertion = d2();
  assertion.kind = FailureKind::kAssertion;
  EXPECT_EQ(deadlock_radius(trace_of({13, 14, 1, 2, 3, 4, 5, 6, 7, 15}), assertion), 0u);
}

TEST(SyncSteps, LeavesPlainAccessesOut) {
  const StepRecord record{
      {{OperationKind::kLock, 1}, {OperationKind::kWrite, 2}, {OperationKind::kAtomicLoad, 3}},
      {0, 1, 1, 2, 0}};
  const std::vector<TraceStep> steps = sync_steps({{0, 2}, {1, 2}, {0, 5}}, record);
  ASSERT_EQ(steps.size(), 3u);
  EXPECT_EQ(steps[0].thread, 0);
  EXPECT_EQ(steps[1].thread, 1);
  EXPECT_EQ(steps[1].what.site, 3u);
  EXPECT_EQ(steps[2].thread, 0);
}

}  // namespace
}  // namespace heddle
