#include "coverage/meter.h"

#include <gtest/gtest.h>

#include "analysis/trace.h"

namespace heddle {
namespace {

using testing::Trace;

constexpr LocationId kM = 1;

Execution execution_of(const Trace& trace, std::uint64_t number, bool whole = true) {
  Execution execution;
  execution.number = number;
  execution.exit_held = whole;
  execution.events = trace.events();
  return execution;
}

// Two threads that lock once each, the first or the second first.
Trace two_sections(bool turned) {
  Trace trace;
  trace.create(0, 1).create(0, 2);
  if (!turned) return trace.section(1, kM, 21).section(2, kM, 22);
  return trace.section(2, kM, 22).section(1, kM, 21);
}

LocationTable one_location() {
  LocationTable locations;
  Location mutex;
  mutex.kind = ObjectKind::kGlobal;
  mutex.offset = 0x40;
  locations.intern(mutex);
  return locations;
}

TEST(Meter, MeasuresNothingUnlessItIsTold) {
  Meter meter({});
  EXPECT_FALSE(meter.measures());
  meter.add(execution_of(two_sections(false), 0), 0);
  EXPECT_TRUE(meter.report(one_location()).metrics.empty());
}

TEST(Meter, CountsSynchronizationPairs) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs)});
  meter.add(execution_of(two_sections(false), 0), 0);
  meter.add(execution_of(two_sections(false), 1), 0);
  CoverageReport report = meter.report(one_location());
  EXPECT_EQ(report.executions, 2u);
  ASSERT_EQ(report.metrics.size(), 1u);
  ASSERT_EQ(report.metrics[0].items.size(), 2u) << "both orders are expected";
  meter.add(execution_of(two_sections(true), 2), 0);
  report = meter.report(one_location());
  ASSERT_EQ(report.metrics[0].growth.size(), 2u);
  EXPECT_EQ(report.metrics[0].growth[1].execution, 2u);
  EXPECT_EQ(report.metrics[0].growth[1].covered, 2u);
  for (const CoverageItem& item : report.metrics[0].items) {
    EXPECT_TRUE(item.estimated && item.covered);
    EXPECT_EQ(item.steps, 2u);
    EXPECT_EQ(item.step[0].object, 1u);
    EXPECT_EQ(item.execution, item.step[0].site == 21 ? 0u : 2u);
  }
  EXPECT_EQ(report.objects.size(), 1u);
}

TEST(Meter, CountsTheExecutionsThatItIsGiven) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs)});
  meter.add(execution_of(two_sections(false), 3), 0);  // three were abandoned
  meter.add(execution_of(two_sections(true), 9), 0);   // and five
  const CoverageReport report = meter.report(one_location());
  ASSERT_EQ(report.metrics[0].growth.size(), 2u);
  EXPECT_EQ(report.metrics[0].growth[0].execution, 0u);
  EXPECT_EQ(report.metrics[0].growth[1].execution, 1u);
}

TEST(Meter, LeavesOutAnExecutionWhoseEventsWereTooManyToBePassedOn) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs)});
  Execution execution = execution_of({}, 0);
  execution.recorded = 1'000'000;
  meter.add(execution, 0);
  EXPECT_EQ(meter.report(one_location()).executions, 0u);
  meter.add(execution_of(two_sections(false), 1), 0);
  const CoverageReport report = meter.report(one_location());
  EXPECT_EQ(report.executions, 1u);
  EXPECT_EQ(report.metrics[0].items.size(), 2u) << "the estimate is made from the one that was seen";
}

TEST(Meter, EstimatesFromTheFirstWholeExecution) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs)});
  meter.add(execution_of(two_sections(false), 0, false), 0);
  std::vector<CoverageItem> items = meter.report(one_location()).metrics[0].items;
  ASSERT_EQ(items.size(), 1u);
  EXPECT_FALSE(items[0].estimated) << "covered, but nobody knows yet what there is";
  meter.add(execution_of(two_sections(false), 1), 0);
  items = meter.report(one_location()).metrics[0].items;
  EXPECT_EQ(items.size(), 2u);
}

TEST(Meter, TakesRequirementsInPlaceOfAnEstimate) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs)}, {{21, 22}, {98, 99}});
  meter.add(execution_of(two_sections(false), 0), 0);
  const std::vector<CoverageItem> items = meter.report(one_location()).metrics[0].items;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_TRUE(items[0].covered);
  EXPECT_EQ(items[0].step[0].object, 1u) << "the lock is known once it was taken";
  EXPECT_FALSE(items[1].covered);
}

TEST(Meter, CountsPatternsByThreadsAndShowsThemBySites) {
  Meter meter({.metrics = bit_of(MetricKind::kPatterns)});
  Trace trace;
  trace.create(0, 1).create(0, 2).create(0, 3);
  for (const ThreadId reader : {2, 3}) {
    trace.add(1, OperationKind::kWrite, kM, 31);
    trace.add(reader, OperationKind::kRead, kM, 32);
  }
  meter.add(execution_of(trace, 0), 0);
  const MetricReport report = meter.report(one_location()).metrics[0];
  // Write and read by two readers; the first reader's read before the second write; both writes around it.
  ASSERT_EQ(report.growth.size(), 1u);
  EXPECT_EQ(report.growth[0].covered, 4u);
  ASSERT_EQ(report.items.size(), 3u) << "the two readers are alike";
  EXPECT_EQ(report.items[0].shape, 2u);
  EXPECT_EQ(report.items[0].step[0].kind, OperationKind::kWrite);
  EXPECT_EQ(report.items[0].step[1].kind, OperationKind::kRead);
  EXPECT_EQ(report.items[0].step[1].role, 1u);
}

TEST(Meter, IsSaturatedWhenNothingNewComes) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs),
               .until_saturation = true,
               .window_in_executions = true,
               .window = 10});
  for (std::uint64_t i = 0; i < 10; ++i) meter.add(execution_of(two_sections(i % 2 == 1), i), 0);
  EXPECT_FALSE(meter.is_saturated()) << "the window is not full";
  for (std::uint64_t i = 10; i < 15; ++i) meter.add(execution_of(two_sections(false), i), 0);
  EXPECT_TRUE(meter.is_saturated());
}

TEST(CoverageReport, SurvivesTheWayToAnotherProcess) {
  Meter meter({.metrics = bit_of(MetricKind::kSyncPairs) | bit_of(MetricKind::kPatterns)});
  meter.add(execution_of(two_sections(false), 0), 0);
  const CoverageReport sent = meter.report(one_location());
  Writer writer;
  put(writer, sent);
  CoverageReport received;
  Reader reader(writer.bytes());
  get(reader, received);
  ASSERT_TRUE(reader.ok());
  ASSERT_EQ(received.metrics.size(), 2u);
  EXPECT_EQ(received.executions, sent.executions);
  EXPECT_EQ(received.metrics[0].items.size(), sent.metrics[0].items.size());
  EXPECT_EQ(received.metrics[0].items[0].step[1].site, sent.metrics[0].items[0].step[1].site);
  EXPECT_EQ(received.objects.size(), 1u);
}

TEST(CoverageReport, DoesNotTrustWhatItReads) {
  CoverageReport wrong;
  wrong.metrics.emplace_back().items.emplace_back();
  wrong.metrics[0].items[0].steps = 200;
  wrong.metrics[0].items[0].step[0].object = 17;
  Writer writer;
  put(writer, wrong);
  CoverageReport received;
  Reader reader(writer.bytes());
  get(reader, received);
  EXPECT_EQ(received.metrics[0].items[0].steps, CoverageItem::kMostSteps);
  EXPECT_EQ(received.metrics[0].items[0].step[0].object, 0u);
}

}  // namespace
}  // namespace heddle
