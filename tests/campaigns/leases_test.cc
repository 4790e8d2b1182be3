#include "campaigns/leases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <set>

#include "campaigns/compared.h"
#include "campaigns/outcome.h"
#include "support.h"

namespace heddle::campaigns {
namespace {

using Why = WorkQueue::Why;

class Leases : public ::testing::Test {
 protected:
  WorkQueue queue(std::uint64_t worker, double seconds = 60) {
    return {store_.database(), {}, 1, worker, seconds};
  }

  Lease taken(WorkQueue& queue) {
    const Result<WorkQueue::Offer> offer = queue.take();
    EXPECT_TRUE(offer) << offer.error();
    EXPECT_TRUE(offer && offer->lease);
    return offer && offer->lease ? *offer->lease : Lease();
  }
  Why why(WorkQueue& queue) {
    const Result<WorkQueue::Offer> offer = queue.take();
    EXPECT_TRUE(offer) << offer.error();
    return offer ? offer->why : Why::kOver;
  }
  Delivered deliver_to_store(const Lease& lease, const UnitOutcome& outcome) {
    KnownCoverage known;
    const Result<Delivered> delivered = deliver(store_.database(), {}, 1, 1, lease, outcome, known);
    EXPECT_TRUE(delivered) << delivered.error();
    return *delivered;
  }
  Delivered deliver_to_store(const Lease& lease) { return deliver_to_store(lease, some_outcome(lease)); }

  TestStore store_;
};

TEST_F(Leases, EveryUnitOnceWithASeedOfItsOwn) {
  ASSERT_TRUE(store_.create(TestStore::campaign(250)));
  WorkQueue one = queue(1), other = queue(2);
  std::set<std::uint64_t> seeds;
  std::uint64_t executions = 0;
  std::vector<Lease> leases;
  for (int i = 0; i < 6; ++i) {
    leases.push_back(taken(i % 2 == 0 ? one : other));
    seeds.insert(leases.back().seed());
    executions += leases.back().executions;
    EXPECT_THAT(leases.back().cell.arguments, ::testing::ElementsAre("10", "a b"));
  }
  // The two cells share seeds, so that strategies are compared on the same ones.
  EXPECT_EQ(seeds.size(), 3u);
  EXPECT_EQ(executions, 500u);
  EXPECT_EQ(why(one), Why::kWait);
  for (const Lease& lease : leases) EXPECT_EQ(deliver_to_store(lease), Delivered::kTaken);
  EXPECT_EQ(why(one), Why::kOver);
  EXPECT_EQ(store_.number("SELECT SUM(executions) FROM units"), 500u);
}

TEST_F(Leases, ASearchWithoutASeedIsOneUnit) {
  ASSERT_TRUE(store_.create(TestStore::campaign(250), "one", {"dfs", "plan:priorities=1"}));
  WorkQueue one = queue(1);
  EXPECT_EQ(taken(one).executions, 250u);
  EXPECT_EQ(taken(one).executions, 250u);
  EXPECT_EQ(why(one), Why::kWait);
}

TEST_F(Leases, AnExpiredLeaseIsDoneAgainAndCountsOnce) {
  ASSERT_TRUE(store_.create(TestStore::campaign(100), "one", {"pct"}));
  WorkQueue slow = queue(1, 0), quick = queue(2);
  const Lease first = taken(slow);  // which ends at once
  const Lease second = taken(quick);
  EXPECT_EQ(first.unit, second.unit);
  EXPECT_EQ(first.seed(), second.seed());
  EXPECT_EQ(second.attempts, 2u);
  EXPECT_FALSE(*slow.renew(first));
  EXPECT_TRUE(*quick.renew(second));
  EXPECT_EQ(deliver_to_store(first), Delivered::kNotOurs);
  EXPECT_EQ(store_.number("SELECT COUNT(*) FROM bugs"), 0u);
  EXPECT_EQ(deliver_to_store(second), Delivered::kTaken);
  // Its answer was lost, and it says it again.
  EXPECT_EQ(deliver_to_store(second), Delivered::kTaken);
  EXPECT_EQ(deliver_to_store(first), Delivered::kNotOurs);
  EXPECT_EQ(store_.number("SELECT SUM(executions) FROM units"), 100u);
  EXPECT_EQ(store_.number("SELECT SUM(times) FROM sightings"), 3u);
}

TEST_F(Leases, WhatIsGivenBackIsTakenAtOnce) {
  ASSERT_TRUE(store_.create(TestStore::campaign(100), "one", {"pct"}));
  WorkQueue one = queue(1), other = queue(2);
  const Lease lease = taken(one);
  EXPECT_EQ(why(other), Why::kWait);
  EXPECT_TRUE(*one.give_back(lease, false));
  EXPECT_EQ(taken(other).attempts, 1u);
}

TEST_F(Leases, AUnitThatEndsItsWorkersIsGivenUp) {
  ASSERT_TRUE(store_.create(TestStore::campaign(100), "one", {"pct"}));
  WorkQueue mortal = queue(1, 0);
  for (std::uint64_t i = 1; i <= kMostAttempts; ++i) EXPECT_EQ(taken(mortal).attempts, i);
  EXPECT_EQ(why(mortal), Why::kOver);
  EXPECT_EQ(store_.number("SELECT COUNT(*) FROM units WHERE outcome = 'given up'"), 1u);
}

TEST_F(Leases, AWorkerLeavesOutWhatItCannotRun) {
  ASSERT_TRUE(store_.create(TestStore::campaign(100)));
  WorkQueue one = queue(1), other = queue(2);
  const Lease lease = taken(one);
  one.leave_out(lease.cell.series);
  ASSERT_TRUE(one.give_back(lease, false));
  EXPECT_EQ(why(one), Why::kWait);
  EXPECT_EQ(why(other), Why::kTaken);
}

TEST_F(Leases, SaturationEndsACell) {
  CampaignDescription campaign = TestStore::campaign(0);
  campaign.end.saturation = 20;
  ASSERT_TRUE(store_.create(campaign, "one", {"pct"}));
  WorkQueue one = queue(1);
  int units = 0;
  for (Result<WorkQueue::Offer> offer = one.take(); offer && offer->lease; offer = one.take()) {
    // The third unit is the last one that has something new.
    EXPECT_EQ(
        deliver_to_store(*offer->lease, some_outcome(*offer->lease, units == 2 ? "deposit" : "withdraw")),
        Delivered::kTaken);
    ASSERT_LT(++units, 100);
  }
  EXPECT_GE(units, 23);
  EXPECT_LE(units, 23 + 16);
  EXPECT_EQ(store_.number("SELECT COUNT(*) FROM cells WHERE ended = 'saturated'"), 1u);
  EXPECT_EQ(store_.number("SELECT COUNT(*) FROM bugs"), 2u);
}

TEST_F(Leases, TimeEndsACampaign) {
  CampaignDescription campaign = TestStore::campaign(0);
  campaign.end.seconds = 3600;
  ASSERT_TRUE(store_.create(campaign, "one", {"pct"}));
  WorkQueue one = queue(1);
  const Lease lease = taken(one);
  ASSERT_TRUE(store_.database().run("UPDATE campaigns SET started = started - 3600001"));
  // What is planned is withdrawn; what is at work is finished.
  EXPECT_EQ(why(one), Why::kWait);
  EXPECT_EQ(deliver_to_store(lease), Delivered::kTaken);
  EXPECT_EQ(why(one), Why::kOver);
  EXPECT_EQ(store_.number("SELECT COUNT(*) FROM units WHERE done = 1"), 1u);
}

TEST_F(Leases, TimeEndsACampaignWhoseWorkersAreGone) {
  CampaignDescription campaign = TestStore::campaign(0);
  campaign.end.seconds = 3600;
  ASSERT_TRUE(store_.create(campaign, "one", {"pct"}));
  WorkQueue mortal = queue(1, 0), one = queue(2);
  taken(mortal);
  ASSERT_TRUE(store_.database().run("UPDATE campaigns SET started = started - 3600001"));
  EXPECT_EQ(why(one), Why::kOver);
}

TEST_F(Leases, ExhaustionEndsACell) {
  ASSERT_TRUE(store_.create(TestStore::campaign(1000), "one", {"pct"}));
  WorkQueue one = queue(1);
  const Lease lease = taken(one);
  UnitOutcome outcome = some_outcome(lease);
  outcome.executions = 17;
  outcome.ends_cell = true;
  EXPECT_EQ(deliver_to_store(lease, outcome), Delivered::kTaken);
  EXPECT_EQ(why(one), Why::kOver);
}

TEST_F(Leases, ANewBuildBeginsASeries) {
  ASSERT_TRUE(store_.create(TestStore::campaign(100), "one", {"pct"}));
  WorkQueue one = queue(1);
  EXPECT_EQ(deliver_to_store(taken(one)), Delivered::kTaken);
  // The same again goes on, with a larger budget.
  Result<std::vector<CreatedSeries>> created = store_.create(TestStore::campaign(200), "one", {"pct"});
  ASSERT_TRUE(created);
  EXPECT_FALSE(created->front().is_new);
  const Lease of_first = taken(one);
  EXPECT_EQ(of_first.unit, 1u);

  created = store_.create(TestStore::campaign(100), "two", {"pct"});
  ASSERT_TRUE(created) << created.error();
  EXPECT_TRUE(created->front().is_new);
  EXPECT_EQ(created->front().number, 2u);
  EXPECT_EQ(deliver_to_store(of_first), Delivered::kNotOurs);  // nobody wants it any more
  const Lease of_second = taken(one);
  UnitOutcome outcome = some_outcome(of_second, "deposit");
  outcome.bugs.push_back(some_outcome(of_second).bugs.front());
  outcome.bugs.back().bug.functions = "transfer";
  EXPECT_EQ(deliver_to_store(of_second, outcome), Delivered::kTaken);

  Views views = store_.views();
  const Result<std::vector<Comparison>> compared = compare(views, 1, "", 0, 0);
  ASSERT_TRUE(compared) << compared.error();
  ASSERT_EQ(compared->size(), 1u);
  EXPECT_EQ(compared->front().appeared.size(), 2u);
  EXPECT_EQ(compared->front().gone.size(), 1u);
  EXPECT_EQ(compared->front().executions_before, 100u);
}

TEST_F(Leases, TheSameBugOfManyIsOne) {
  ASSERT_TRUE(store_.create(TestStore::campaign(500)));
  ASSERT_TRUE(store_.views().add_worker(1, "first:1"));
  WorkQueue one = queue(1);
  for (Result<WorkQueue::Offer> offer = one.take(); offer && offer->lease; offer = one.take())
    EXPECT_EQ(deliver_to_store(*offer->lease), Delivered::kTaken);
  const Result<std::vector<BugInfo>> bugs = store_.views().bugs(1);
  ASSERT_TRUE(bugs) << bugs.error();
  ASSERT_EQ(bugs->size(), 1u);
  EXPECT_EQ(bugs->front().times, 30u);
  EXPECT_EQ(bugs->front().units, 10u);
  EXPECT_EQ(bugs->front().worker, "first:1");
  EXPECT_TRUE(bugs->front().stable);
  const Result<std::optional<Evidence>> evidence = store_.views().evidence(bugs->front().id);
  ASSERT_TRUE(evidence && *evidence);
  EXPECT_EQ((*evidence)->schedule, "schedule");
  const Result<std::vector<CellInfo>> cells = store_.views().cells(1);
  ASSERT_TRUE(cells) << cells.error();
  EXPECT_EQ(cells->front().covered, 2u);
  EXPECT_EQ(cells->front().executions, 500u);
  const auto over_time = store_.views().bugs_over_time(1);
  ASSERT_TRUE(over_time) << over_time.error();
  EXPECT_EQ(over_time->back().total, 1u);
  EXPECT_EQ(store_.views().executions_over_time(1)->back().total, 1000u);
  EXPECT_EQ(store_.views().coverage_over_time(1)->back().total, 4u);
}

}  // namespace
}  // namespace heddle::campaigns
