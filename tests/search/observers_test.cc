#include "search/observers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

#include "event/interruption.h"

namespace heddle {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

Execution execution_ended(End end, std::uint64_t number = 0) {
  Execution execution;
  execution.end = end;
  execution.number = number;
  return execution;
}

TEST(Observers, AreThoseThatTheSettingsAskFor) {
  const LocationTable locations;
  Observers none;
  add_observers({}, locations, [] { return 0.0; }, none);
  SearchPaused paused;
  EXPECT_EQ(none.look_at(execution_ended(End::kCompleted)), std::nullopt);
  none.tell(paused);
  EXPECT_THAT(paused.coverage.metrics, IsEmpty());

  SearchSettings settings;
  settings.coverage.metrics = bit_of(MetricKind::kSyncPairs);
  Observers measuring;
  add_observers(settings, locations, [] { return 0.0; }, measuring);
  measuring.look_at(execution_ended(End::kCompleted));
  measuring.look_at(execution_ended(End::kAbandoned));
  measuring.tell(paused);
  ASSERT_THAT(paused.coverage.metrics, SizeIs(1));
  EXPECT_EQ(paused.coverage.executions, 1u) << "what was abandoned is not measured";
}

TEST(Observers, KeepWhatExecutionsToldOnce) {
  const LocationTable locations;
  Observers observers;
  add_observers({}, locations, [] { return 0.0; }, observers);
  const std::vector<std::uint8_t> one = {1}, two = {2};
  const auto tells = [](const std::vector<std::uint8_t>& told, std::uint64_t number,
                        End end = End::kCompleted) {
    Execution execution = execution_ended(end, number);
    execution.told = told;
    return execution;
  };
  observers.look_at(tells(one, 0));
  observers.look_at(tells(two, 1));
  observers.look_at(tells(one, 2));
  observers.look_at(tells(one, 3, End::kFailed));
  SearchPaused paused;
  observers.tell(paused);
  ASSERT_THAT(paused.tellings, SizeIs(2));
  EXPECT_EQ(paused.tellings[0].told, one);
  EXPECT_EQ(paused.tellings[0].times, 2u) << "one that failed does not count";
  EXPECT_EQ(paused.tellings[1].first, 1u);
  observers.tell(paused);
  EXPECT_THAT(paused.tellings, IsEmpty()) << "they are told once";
}

TEST(TraceKeeper, KeepsEveryExecutionUntilItIsTold) {
  const std::unique_ptr<Observer> keeper = make_trace_keeper();
  keeper->look_at(execution_ended(End::kCompleted));
  keeper->look_at(execution_ended(End::kAbandoned));
  SearchPaused paused;
  keeper->tell(paused);
  ASSERT_THAT(paused.traces, SizeIs(2));
  EXPECT_EQ(paused.traces[1].end, End::kAbandoned);
  keeper->tell(paused);
  EXPECT_THAT(paused.traces, IsEmpty());
}

TEST(InterruptionCounter, CountsLongExecutionsWhenTheSearchIsToEnd) {
  const std::unique_ptr<Observer> counter = make_interruption_counter();
  const std::vector<Event> many(kEventsBetweenLooks);
  Execution execution = execution_ended(End::kCompleted);
  execution.events = many;
  counter->look_at(execution);
  const std::atomic<std::uint32_t> stop{1};
  analysis_stop = &stop;
  counter->look_at(execution);
  counter->look_at(execution_ended(End::kCompleted));
  analysis_stop = nullptr;
  SearchPaused paused;
  counter->tell(paused);
  EXPECT_EQ(paused.totals.beyond[static_cast<std::size_t>(Bound::kPassedOn)], 1u);
}

}  // namespace
}  // namespace heddle
