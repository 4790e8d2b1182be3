#include "report/model/coverage_document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/formats/coverage_plot.h"
#include "report/model/requirements_file.h"
#include "report/text/coverage_text.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using testing::Bank;
using ::testing::HasSubstr;

RunDescription the_run(const std::string& strategy = "tsa") {
  RunDescription run;
  run.program = "./bank";
  run.options.search.strategy = strategy;
  return run;
}

// Sites of ghost, each a line of its own: "ghost+0x12".
CoverageItem pair_of(SiteId first, SiteId second, bool estimated, std::optional<std::uint64_t> execution) {
  CoverageItem item;
  item.steps = 2;
  item.estimated = estimated;
  item.covered = execution.has_value();
  item.execution = execution.value_or(0);
  item.step[0] = {first, 0, OperationKind::kLock, 0};
  item.step[1] = {second, 0, OperationKind::kLock, 0};
  return item;
}

CoverageReport report_of(std::vector<CoverageItem> items, std::uint64_t executions = 10) {
  CoverageReport report;
  report.executions = executions;
  report.metrics.push_back({MetricKind::kSyncPairs, std::move(items), {}});
  return report;
}

CoverageDocument document_of(std::vector<CoverageItem> items) {
  static const testing::Ghost ghost;
  return coverage_document(report_of(std::move(items)), ghost.places(), the_run());
}

CoverageDocument example() {
  return document_of({pair_of(0x10, 0x20, true, 0), pair_of(0x20, 0x10, true, 4),
                      pair_of(0x10, 0x10, true, 4), pair_of(0x30, 0x40, false, 9),
                      pair_of(0x20, 0x20, true, std::nullopt), pair_of(0x50, 0x60, true, std::nullopt)});
}

TEST(CoverageDocument, CountsWhatIsRequiredAndWhatIsCovered) {
  const MetricDocument metric = example().metrics.at(0);
  EXPECT_EQ(metric.metric, "sync-pairs");
  EXPECT_EQ(metric.required(), 6u);
  EXPECT_EQ(metric.covered(), 4u);
  EXPECT_EQ(metric.discovered(), 1u);
}

// One line may have several code addresses.
TEST(CoverageDocument, IsAboutLinesNotAboutAddresses) {
  const Bank& bank = Bank::instance();
  const SiteId one = bank.site("lock(mutex_a);\n}");
  const CoverageReport report =
      report_of({pair_of(one, one, true, std::nullopt), pair_of(one, one, false, 7)});
  const CoverageDocument document = coverage_document(report, bank.places(), the_run());
  ASSERT_EQ(document.metrics[0].items.size(), 1u);
  EXPECT_TRUE(document.metrics[0].items[0].estimated);
  EXPECT_EQ(document.metrics[0].items[0].execution, 7u);
  EXPECT_EQ(document.metrics[0].items[0].steps[0].place, bank.place("lock(mutex_a);\n}"));
}

TEST(CoverageDocument, IsReadAsItWasWritten) {
  const CoverageDocument written = example();
  const Result<CoverageDocument> read = parse_coverage(to_json(written));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(to_json(*read), to_json(written));
  testing::expect_golden("coverage.json", to_json(written));
}

TEST(CoverageDocument, RefusesWhatIsNone) {
  EXPECT_THAT(parse_coverage("{}").error(), HasSubstr("no coverage.json"));
  EXPECT_THAT(parse_coverage("not json").error(), HasSubstr("no coverage.json"));
  EXPECT_THAT(parse_coverage("{\"coverage_format\": 99}").error(), HasSubstr("another version"));
  EXPECT_THAT(parse_coverage("{\"coverage_format\": 1}").error(), HasSubstr("damaged"));
}

TEST(CoverageDocument, OfSeveralRunsIsTheUnion) {
  CoverageDocument both = example();
  both.merge(document_of({pair_of(0x20, 0x20, true, 2), pair_of(0x10, 0x20, true, 3)}));
  EXPECT_EQ(both.executions, 20u);
  EXPECT_EQ(both.metrics[0].covered(), 5u);
  EXPECT_EQ(both.metrics[0].items[4].execution, 12u) << "the second run comes after the first";
  EXPECT_EQ(both.metrics[0].items[0].execution, 0u) << "who was first stays first";
  EXPECT_EQ(both.strategy, "tsa");
}

TEST(CoverageText, Golden) {
  testing::expect_golden("coverage.txt", coverage_text(example(), 20, Style{false}));
}

TEST(CoverageText, RanksByWhatIsKnownOfTheLines) {
  const CoverageDocument document = example();
  const std::vector<const DocumentItem*> ranked = ranked_uncovered(document.metrics[0]);
  ASSERT_EQ(ranked.size(), 2u);
  EXPECT_EQ(ranked[0]->steps[0].place, "ghost+0x20") << "was seen in two other pairs";
}

TEST(CoverageText, SaysHowManyItLeavesOut) {
  EXPECT_THAT(coverage_text(example(), 1, Style{false}), HasSubstr("... and 1 more (--limit 2)"));
}

TEST(CoveragePlot, GrowsInSteps) {
  const CoverageDocument document = example();
  const Curve curve = growth(document.metrics[0], document.executions);
  std::string text;
  for (const Point& point : curve.points)
    text += std::to_string(static_cast<int>(point.x)) + "," + std::to_string(static_cast<int>(point.y)) + " ";
  EXPECT_EQ(text, "0,0 1,0 1,1 5,1 5,3 10,3 10,4 ");
  EXPECT_THAT(coverage_svg(document), HasSubstr("synchronization pairs"));
}

TEST(Requirements, AreReadAsTheyWereWritten) {
  const testing::Ghost ghost;
  const Result<std::vector<SyncPair>> pairs =
      parse_requirements(requirements_text(example()), ghost.modules());
  ASSERT_TRUE(pairs) << pairs.error();
  ASSERT_EQ(pairs->size(), 6u);
  EXPECT_EQ((*pairs)[0], (SyncPair{0x10, 0x20}));
}

TEST(Requirements, SayWhichLineIsWrong) {
  const testing::Ghost ghost;
  const auto problem = [&](const std::string& lines) {
    return parse_requirements("# heddle sync-pairs 1\n" + lines, ghost.modules()).error();
  };
  EXPECT_THAT(problem("ghost+0x10\n"), HasSubstr("line 2 is not two sites"));
  EXPECT_THAT(problem("ghost+0x10 ghost+0x20 ghost+0x30\n"), HasSubstr("line 2 is not two sites"));
  EXPECT_THAT(problem("\nghost+0x10 other+0x20\n"), HasSubstr("line 3: 'other+0x20' is no place"));
  EXPECT_THAT(parse_requirements("anything", ghost.modules()).error(), HasSubstr("does not begin with"));
}

}  // namespace
}  // namespace heddle::report
