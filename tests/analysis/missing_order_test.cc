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
  EXPECT_EQ(0u, newest_store_before(events, sights, 3));
  EXPECT_EQ((MissingOrder{1, 2}), missing_order(events, sights, 3, 0));
}

TEST(MissingOrder, ThereIsNoneWhereNothingWasSeen) {
  const std::vector<Event> events = {store(1, kData), store(2, kFlag), load(1, kFlag), load(2, kData)};
  const std::vector<OrderNote> sights = {sees(2, kNoEvent), sees(3, kNoEvent)};
  EXPECT_FALSE(missing_order(events, sights, 3, 0));
}

TEST(MissingOrder, AnOrderThatIsThereIsNotMissing) {
  const std::vector<Event> events = {store(1, kData), store(1, kFlag, Ordering::kRelease),
                                     load(2, kFlag, Ordering::kAcquire), load(2, kData)};
  EXPECT_FALSE(missing_order(events, {}, 3, 0));
}

TEST(MissingOrder, ReadsSeeTheNewestStoreUnlessANoteSaysOtherwise) {
  const std::vector<Event> events = {store(1, kData), store(2, kData), load(0, kData), load(0, kData)};
  const std::vector<OrderNote> sights = {sees(1, kNoEvent, OrderKind::kStoresBehind), sees(3, 1)};
  const std::vector<std::uint32_t> expected = {kNoEvent, kNoEvent, 0, 1};
  EXPECT_EQ(expected, seen_stores(events, sights));
}

}  // namespace
}  // namespace heddle::missing_order_test
