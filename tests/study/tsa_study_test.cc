#include "study/tsa/tsa_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "study/tsa/tsa_tables.h"
#include "workshop.h"

namespace heddle::study::tsa_study_test {
namespace {

using testing::expect_golden;
using ::testing::HasSubstr;

const SyncSubject& subject_named(std::string_view name) {
  for (const SyncSubject& each : sync_subjects())
    if (each.name == name) return each;
  return sync_subjects().front();
}

// Cells made by hand: tsa covers ten pairs at once, noise eight of them slowly, one of the latter more.
class TsaStudyTest : public ::testing::Test {
 protected:
  static constexpr std::uint64_t kExecutions = 100;

  TsaStudyTest()
      : study_(
            {{subject_named("pool"), {"pool", {}, "00ff"}}},
            {.runs = 2, .executions = kExecutions, .window = 50, .longest = 1'000, .longer_search = 5'000}) {
    for (const CellGroup& group : study_.estimations())
      for (const CellKey& key : group.keys) add_estimation(key);
    for (const CellGroup& group : study_.searches(cells_)) {
      EXPECT_EQ(group.requirements.size(), 12u) << "what was estimated is given to every search";
      for (const CellKey& key : group.keys) add_search(key);
    }
  }

  // Pairs <n, n> for n from 1 on.
  static std::vector<CellPair> pairs(SiteId covered, SiteId estimated) {
    std::vector<CellPair> result;
    for (SiteId site = 1; site <= std::max(covered, estimated); ++site)
      result.push_back({{site, site}, site <= estimated, site <= covered});
    return result;
  }
  void add_estimation(const CellKey& key) {
    Cell cell;
    cell.key = key;
    cell.pairs = pairs(1, key.strategy == "tsa" ? 12 : 11);
    ASSERT_TRUE(cells_.add(cell).ok());
  }
  void add_search(const CellKey& key) {
    Cell cell;
    cell.key = key;
    cell.executions = key.executions == 5'000 ? 5'000 : 200;
    const bool noise = key.strategy.starts_with("noise"), random = key.strategy == "random";
    const std::uint64_t covered = random ? 11 : noise ? (key.seed == 1 ? 8 : 9) : 10;
    cell.pairs = pairs(static_cast<SiteId>(covered), 12);
    cell.growth = {{0, 4}, {noise ? 60u : 3u, covered}};
    cell.tally = {2, 1, 7, 0};
    cell.seconds = 0.5;
    ASSERT_TRUE(cells_.add(cell).ok());
  }

  testing::TemporaryFolder folder_;
  CellFile cells_ = *CellFile::open(folder_.file("cells.csv"));
  TsaStudy study_;
};

TEST_F(TsaStudyTest, HasFifteenKindsOfNoise) {
  const std::vector<TsaRow> rows = study_.rows(cells_);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].noises.size(), 15u);
  EXPECT_EQ(rows[0].noises_of(Noise::kSleep100).size(), 5u);
  EXPECT_EQ(rows[0].noises_of(Noise::kSleep10)[1]->strategy, "noise:mode=sleep,max=10ms,probability=0.2");
}

TEST_F(TsaStudyTest, SummarisesTheRunsOfAStrategy) {
  const TsaRow row = study_.rows(cells_).front();
  EXPECT_THAT(row.tsa.covered, ::testing::ElementsAre(10, 10));
  ASSERT_NE(row.best_noise(), nullptr);
  EXPECT_THAT(row.best_noise()->covered, ::testing::ElementsAre(8, 9));
  EXPECT_EQ(row.tsa.growth[0], 4);
  EXPECT_EQ(row.tsa.growth[3], 10);
  EXPECT_EQ(reaches(row.tsa.growth, 8.5), 4u) << "what noise has after execution 61";
  EXPECT_EQ(reaches(row.best_noise()->growth, 8.5), 61u);
  EXPECT_EQ(reaches(row.tsa.growth, 11), 0u);
  EXPECT_DOUBLE_EQ(row.tsa.rule_3, 0.7);
  EXPECT_EQ(row.tsa.saturated, 2u);
}

TEST_F(TsaStudyTest, JudgesWhatTheEstimateGotWrong) {
  const EstimateRow estimate = study_.rows(cells_).front().estimate;
  EXPECT_EQ(estimate.estimated, 12u);
  EXPECT_EQ(estimate.covered, 10u);
  EXPECT_EQ(estimate.sharp, 11u);
  EXPECT_EQ(estimate.count(WhyUncovered::kCoveredByOthers), 1u) << "a longer search covered <11, 11>";
  EXPECT_EQ(estimate.count(WhyUncovered::kInfeasible), 1u) << "the sharp estimate does not expect <12, 12>";
  EXPECT_TRUE(estimate.false_negatives.empty());
}

TEST_F(TsaStudyTest, MakesTables) {
  const std::vector<TsaRow> rows = study_.rows(cells_);
  expect_golden("tsa.txt", tsa_text(rows, study_.options()));
  expect_golden("tsa-study3.csv", study3_csv(rows));
  EXPECT_THAT(study1_csv(rows), HasSubstr("pool,tsa,2,10,10,10\n"));
  EXPECT_THAT(study2_csv(rows), HasSubstr("pool,tsa-h,2,2,10,200,0.5,0.7\n"));
  EXPECT_THAT(figure4_svg(rows), HasSubstr(">pool<"));
  EXPECT_THAT(figure5_svg(rows), HasSubstr(">s100<"));
}

TEST_F(TsaStudyTest, SaysNothingOfWhatWasNotSearched) {
  const testing::TemporaryFolder folder;
  const CellFile nothing = *CellFile::open(folder.file("cells.csv"));
  EXPECT_THAT(tsa_text(study_.rows(nothing), study_.options()), ::testing::Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace heddle::study::tsa_study_test
