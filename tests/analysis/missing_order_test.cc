#include "analysis/missing_order.h"

#include <gtest/gtest.h>

#include "event/access_detail.h"

namespace heddle::missing_order_test {
namespace {

constexpr LocationId kData = 1, kFlag = 2;

Event atomic(ThreadId thread, OperationKind kind, LocationId location, Ordering ordering) {
  return {location, 1, thread, kind, 4, atomic_detail(false, ordering, 0)};
}
Event store(ThreadId thread, LocationId location, Ordering ordering = Ordering::kRelaxed) {
  return atomic(thread, OperationKind::kAtomicStore, location, ordering);
}
Event load(ThreadId thread, LocationId location, Ordering ordering = Ordering::kRelaxed) {
  return atomic(thread, OperationKind::kAtomicLoad, location, ordering);
}
OrderNote sees(std::uint32_t event, std::uint32_t seen, OrderKind kind = OrderKind::kSees) {
  return {event, seen, kNoLocation, 0, kind, Ordering::kRelaxed};
}

TEST(MissingOrder, IsThatOfTheMessage) {
  const std::vector<Event> events = {store(1, kData), store(1, kFlag), load(2, kFlag, Ordering::kAcquire),
                                     load(2, kData)};
  const std::vector<OrderNote> sights = {sees(3, kNoEvent)};
  const SightsOfExecution all(events, sights);
  EXPECT_EQ(0u, all.newest_before(3));
  EXPECT_FALSE(all.failed_for_no_reason(sights.front()));
  EXPECT_EQ((MissingOrder{1, 2}), all.missing_order(3));
}

TEST(MissingOrder, ThereIsNoneWhereNothingWasSeen) {
  const std::vector<Event> events = {store(1, kData), store(2, kFlag), load(1, kFlag), load(2, kData)};
  const std::vector<OrderNote> sights = {sees(2, kNoEvent), sees(3, kNoEvent)};
  EXPECT_FALSE(SightsOfExecution(events, sights).missing_order(3));
}

TEST(MissingOrder, AnOrderThatIsThereIsNotMissing) {
  const std::vector<Event> events = {store(1, kData), store(1, kFlag, Ordering::kRelease),
                                     load(2, kFlag, Ordering::kAcquire), load(2, kData)};
  EXPECT_FALSE(SightsOfExecution(events, {}).missing_order(3));
}

TEST(MissingOrder, ReadsSeeTheNewestStoreUnlessANoteSaysOtherwise) {
  const std::vector<Event> events = {store(1, kData), store(2, kData), load(0, kData), load(0, kData)};
  const std::vector<OrderNote> sights = {sees(1, kNoEvent, OrderKind::kStoresBehind), sees(3, 1)};
  const std::vector<std::uint32_t> expected = {kNoEvent, kNoEvent, 0, 1};
  const SightsOfExecution all(events, sights);
  for (std::uint32_t i = 0; i < events.size(); ++i) EXPECT_EQ(expected[i], all.seen_by(i));
}

// 2 goes before 1 although its thread has seen what came after 1.
TEST(MissingOrder, IsThatOfAnOvertakenStore) {
  const std::vector<Event> events = {store(1, kData), store(1, kFlag), load(2, kFlag), store(2, kData),
                                     load(0, kData)};
  const std::vector<OrderNote> sights = {sees(3, kNoEvent, OrderKind::kStoresBehind)};
  const SightsOfExecution all(events, sights);
  EXPECT_EQ(0u, all.newest_before(4)) << "what is overtaken is not the newest store";
  EXPECT_EQ((MissingOrder{1, 2}), all.missing_order(3));
}

TEST(MissingOrder, AWeakCompareExchangeFailsForNoReason) {
  const Event failing = {
      kData, 1, 2, OperationKind::kAtomicUpdate, 4, atomic_detail(true, Ordering::kRelaxed, 0)};
  const std::vector<Event> events = {failing, store(1, kData), failing, failing};
  const std::vector<OrderNote> sights = {sees(0, kNoEvent), sees(2, 1), sees(3, kNoEvent)};
  const SightsOfExecution all(events, sights);
  EXPECT_TRUE(all.failed_for_no_reason(sights[0]));
  EXPECT_TRUE(all.failed_for_no_reason(sights[1]));
  EXPECT_FALSE(all.failed_for_no_reason(sights[2]));
}

// Whatever a program writes into what it tells.
TEST(MissingOrder, SightsOfNoEventAreNone) {
  const std::vector<Event> events = {store(1, kData), load(2, kData), load(2, kData)};
  const std::vector<OrderNote> sights = {sees(1, 77), sees(2, 2), sees(7, 9)};
  const SightsOfExecution all(events, sights);
  EXPECT_EQ(kNoEvent, all.seen_by(1));
  EXPECT_EQ(kNoEvent, all.seen_by(2));
  EXPECT_FALSE(all.missing_order(2));
}

}  // namespace
}  // namespace heddle::missing_order_test
