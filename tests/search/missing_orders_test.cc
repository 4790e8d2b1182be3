#include "search/missing_orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "event/access_detail.h"

namespace heddle::missing_orders_test {
namespace {

constexpr LocationId kData = 1, kFlag = 2;
constexpr SiteId kCaller = 70;

// A message whose reader sees the flag and an older value of the data. Each event is at the site of its
// number + 1; all are called from kCaller.
ExplainedTrace message(Ordering publishing, Ordering looking) {
  const auto at = [](ThreadId thread, OperationKind kind, LocationId location, Ordering ordering,
                     SiteId site) {
    return Event{location, site, thread, kind, 4, atomic_detail(false, ordering, 0)};
  };
  ExplainedTrace trace;
  trace.events = {at(1, OperationKind::kAtomicStore, kData, Ordering::kRelaxed, 1),
                  at(1, OperationKind::kAtomicStore, kFlag, publishing, 2),
                  at(2, OperationKind::kAtomicLoad, kFlag, looking, 3),
                  at(2, OperationKind::kAtomicLoad, kData, Ordering::kRelaxed, 4)};
  trace.frames = {0};
  for (const Event& event : trace.events) {
    trace.stacks.push_back(static_cast<std::uint32_t>(trace.frames.size()));
    trace.frames.insert(trace.frames.end(), {2, event.site, kCaller});
  }
  trace.sights = {{3, kNoEvent, kNoLocation, 0, OrderKind::kSees, Ordering::kRelaxed}};
  return trace;
}

// Each site is a line of its own.
CodeLines lines(bool are_in_library = false) {
  return {[=](SiteId) { return are_in_library; }, [](SiteId site) { return std::to_string(site); }};
}

Strengthened release(SiteId site, SiteId caller = kNoSite) {
  return {site, caller, true, false};
}
Strengthened acquire(SiteId site, SiteId caller = kNoSite) {
  return {site, caller, false, true};
}

TEST(MissingOrders, AreThoseThatAreNotThere) {
  EXPECT_THAT(missing_orders(message(Ordering::kRelaxed, Ordering::kRelaxed), lines()),
              ::testing::ElementsAre(release(2), acquire(3)));
  EXPECT_THAT(missing_orders(message(Ordering::kRelease, Ordering::kRelaxed), lines()),
              ::testing::ElementsAre(acquire(3)));
  EXPECT_THAT(missing_orders(message(Ordering::kRelaxed, Ordering::kAcquire), lines()),
              ::testing::ElementsAre(release(2)));
}

// std::atomic's own functions are shared by all that call them.
TEST(MissingOrders, AreThoseOfACallerWhereALibraryIsCalled) {
  EXPECT_THAT(missing_orders(message(Ordering::kRelaxed, Ordering::kRelaxed), lines(true)),
              ::testing::ElementsAre(release(2, kCaller), acquire(3, kCaller)));
}

TEST(MissingOrders, AreThoseOfAllSitesOfALine) {
  ExplainedTrace trace = message(Ordering::kRelaxed, Ordering::kAcquire);
  CodeLines unrolled = lines();
  unrolled.line = [](SiteId site) { return site == 1 || site == 2 ? "the loop" : std::to_string(site); };
  EXPECT_THAT(missing_orders(trace, unrolled), ::testing::ElementsAre(release(1), release(2)));
}

TEST(MissingOrders, AreNotKnownWhereNothingWasSeen) {
  ExplainedTrace trace = message(Ordering::kRelaxed, Ordering::kRelaxed);
  std::swap(trace.events[2], trace.events[1]);  // the reader looks before the flag is set
  EXPECT_THAT(missing_orders(trace, lines()), ::testing::IsEmpty());
  trace = message(Ordering::kRelaxed, Ordering::kRelaxed);
  trace.sights.clear();
  EXPECT_THAT(missing_orders(trace, lines()), ::testing::IsEmpty());
}

}  // namespace
}  // namespace heddle::missing_orders_test
