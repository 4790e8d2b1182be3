#include "report/text/shrink_text.h"

#include <gtest/gtest.h>

#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using testing::kPlain;

PerformedOperation performed(ThreadId thread, OperationKind kind, SiteId site) {
  PerformedOperation operation;
  operation.thread = thread;
  operation.what.kind = kind;
  operation.what.site = site;
  return operation;
}

// Of main (0), main.0 (1) and main.1 (2), who lock in opposite orders.
Bug lock_order() {
  const Bank& bank = Bank::instance();
  Bug bug;
  bug.report.failure = testing::lock_order_deadlock(bank);
  bug.report.threads = {"main", "main.0", "main.1"};
  bug.report.steps = 23;
  bug.report.schedule = {{0, 10}, {1, 3}, {2, 5}, {1, 2}, {0, 3}};
  bug.preemptions = {13};
  bug.shrinking.done = true;
  bug.shrinking.from = 12;
  const std::vector<ThreadReport>& threads = bug.report.failure.threads;
  bug.shrinking.essence.pairs = {{performed(2, OperationKind::kLock, threads[2].held[0].site),
                                  performed(1, OperationKind::kLock, threads[1].next.site)}};
  bug.shrinking.essence.order = {1, 2};
  return bug;
}

TEST(ShrinkText, Golden) {
  testing::expect_golden("shrunk.txt", essence_text(lock_order(), Bank::instance().places(), kPlain));
}

TEST(ShrinkText, CountsSwitches) {
  EXPECT_EQ(counted_switches(0), "no context switch");
  EXPECT_EQ(counted_switches(1), "1 context switch");
  EXPECT_EQ(counted_switches(1234), "1,234 context switches");
  EXPECT_EQ(size_text(lock_order()), "2 context switches, 3 threads and 23 steps");
}

TEST(ShrinkText, OfOneSwitchIsInTheSingular) {
  Bug bug = lock_order();
  bug.report.schedule = {{0, 10}, {1, 3}, {2, 5}};
  bug.report.failure.cycle.clear();
  EXPECT_TRUE(
      essence_line(bug, Bank::instance().places()).starts_with("1 context switch is enough: bank.cc:"));
}

TEST(ShrinkText, NamesAtMostThreePairs) {
  Bug bug = lock_order();
  const std::vector<ThreadReport>& threads = bug.report.failure.threads;
  const SiteId sites[] = {threads[0].next.site, threads[1].next.site, threads[2].next.site,
                          threads[1].held[0].site, threads[2].held[0].site};
  bug.shrinking.essence.pairs.clear();
  for (const SiteId site : sites)
    bug.shrinking.essence.pairs.push_back(
        {performed(2, OperationKind::kLock, site), performed(1, OperationKind::kLock, sites[0])});
  EXPECT_TRUE(essence_places(bug, Bank::instance().places()).ends_with(" and 2 more"));
  const std::string text = essence_text(bug, Bank::instance().places(), kPlain);
  std::size_t pairs = 0;
  for (std::size_t at = 0; (at = text.find("comes before", at)) != text.npos; ++at) ++pairs;
  EXPECT_EQ(pairs, 3u);
}

TEST(ShrinkText, NamesTheOrderWhereNothingElseMatters) {
  Bug bug = lock_order();
  bug.preemptions.clear();
  bug.shrinking.essence.pairs.clear();
  EXPECT_EQ(essence_line(bug, Bank::instance().places()), "no context switch is needed");
  bug.shrinking.essence.order = {2, 1};
  EXPECT_EQ(essence_line(bug, Bank::instance().places()),
            "no context switch is needed: main.1 before main.0");
}

TEST(ShrinkText, SaysEachPairOnce) {
  Bug bug = lock_order();
  const std::string once = essence_places(bug, Bank::instance().places());
  bug.shrinking.essence.pairs.push_back(bug.shrinking.essence.pairs.front());
  EXPECT_EQ(essence_places(bug, Bank::instance().places()), once);
}

TEST(ShrinkText, NamesTheEndOfTheProgram) {
  Bug bug = lock_order();
  bug.shrinking.essence.pairs.front().after = performed(0, OperationKind::kExit, kNoSite);
  EXPECT_TRUE(essence_line(bug, Bank::instance().places()).ends_with("before the end of the program"));
}

TEST(ShrinkText, DoesWithoutPlacesThatNobodyKnows) {
  Bug bug = lock_order();
  bug.shrinking.essence.pairs.clear();
  EXPECT_EQ(essence_line(bug, Bank::instance().places()), "2 context switches are enough");
}

}  // namespace
}  // namespace heddle::report
