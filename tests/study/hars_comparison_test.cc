#include "study/hars/hars_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hars_workshop.h"
#include "study/statistics/signed_rank_test.h"

namespace heddle::study {
namespace {

using ::testing::ElementsAre;
using testing::HarsStudyTest;

TEST_F(HarsStudyTest, WinsWhereItNeedsFewer) {
  const PairedComparison random =
      compare_runs(runs("checkfield", "hars"), runs("checkfield", "random"), 1'000, 3);
  EXPECT_EQ(random.pairs, 8);
  ASSERT_TRUE(random.p);
  EXPECT_NEAR(*random.p, 3 * 2 / 256.0, 1e-9) << "eight pairs of the same sign, three comparisons";
  EXPECT_EQ(random.outcome, Outcome::kWin);
  EXPECT_EQ(random.delta, -1) << "negative: hars needs fewer";
  EXPECT_EQ(random.effect, Magnitude::kLarge);

  const PairedComparison turned =
      compare_runs(runs("checkfield", "random"), runs("checkfield", "hars"), 1'000, 3);
  EXPECT_EQ(turned.outcome, Outcome::kLoss);
  EXPECT_EQ(turned.delta, 1);
  EXPECT_EQ(turned.p, random.p);
}

TEST_F(HarsStudyTest, TiesWhereComparisonsAreMany) {
  const PairedComparison random =
      compare_runs(runs("checkfield", "hars"), runs("checkfield", "random"), 1'000, 7);
  EXPECT_NEAR(*random.p, 7 * 2 / 256.0, 1e-9);
  EXPECT_EQ(random.outcome, Outcome::kTie);
  EXPECT_EQ(random.delta, -1) << "as large as it was";
}

// hars needs 10, 20, ... 80 executions and ars 80, 70, ... 10: the same, but not for the same seed.
TEST_F(HarsStudyTest, PairsRunsBySeed) {
  const PairedComparison ars = compare_runs(runs("dekker", "hars"), runs("dekker", "ars"), 1'000, 1);
  EXPECT_EQ(ars.delta, 0);
  EXPECT_EQ(ars.outcome, Outcome::kTie);
  ASSERT_TRUE(ars.p);
  StrategyRuns fewer = runs("dekker", "ars");
  fewer.cells[0] = nullptr;
  EXPECT_EQ(compare_runs(runs("dekker", "hars"), fewer, 1'000, 1).pairs, 7) << "one was not searched";
}

TEST_F(HarsStudyTest, HasNothingToTestWhereAllAreEqual) {
  const PairedComparison random =
      compare_runs(runs("boundedbuffer", "hars"), runs("boundedbuffer", "random"), 1'000, 3);
  EXPECT_EQ(random.p, std::nullopt);
  EXPECT_EQ(random.outcome, Outcome::kTie);
  EXPECT_EQ(random.delta, 0);
  EXPECT_EQ(random.effect, Magnitude::kNegligible);
}

TEST_F(HarsStudyTest, CountsWhatWasNotFoundAsOneMoreThanAllowed) {
  // Random: 100, not found, 300, ... 800, against 10, 20, ... 80.
  const std::vector<double> hars = {10, 20, 30, 40, 50, 60, 70, 80};
  const std::vector<double> random = {100, 1'001, 300, 400, 500, 600, 700, 800};
  const PairedComparison own = compare_runs(runs("dekker", "hars"), runs("dekker", "random"), 1'000, 1);
  EXPECT_DOUBLE_EQ(*own.p, signed_rank_test(hars, random)->p);
  EXPECT_DOUBLE_EQ(own.delta, cliffs_delta(hars, random));
  // The search that stands for all seeds of dfs found nothing.
  const PairedComparison dfs = compare_runs(runs("dekker", "hars"), runs("dekker", "dfs"), 1'000, 1);
  EXPECT_EQ(dfs.pairs, 8);
  EXPECT_EQ(dfs.outcome, Outcome::kWin);
}

TEST_F(HarsStudyTest, SumsUpTableIII) {
  const ComparisonTable table = compare_with_hars(result_);
  EXPECT_THAT(table.others, ElementsAre("ars", "random", "dfs"));
  ASSERT_EQ(table.lines.size(), 4);
  const ComparisonSums ars = table.sums(0), random = table.sums(1), dfs = table.sums(2);
  EXPECT_THAT(ars.outcomes, ElementsAre(1, 3, 0)) << "checkfield: always one execution fewer";
  EXPECT_THAT(random.outcomes, ElementsAre(3, 1, 0));
  EXPECT_THAT(random.effects, ElementsAre(1, 0, 0, 3));
  EXPECT_THAT(dfs.outcomes, ElementsAre(3, 1, 0));
}

TEST_F(HarsStudyTest, HasNoTableIIIWithoutHars) {
  HarsOptions options = HarsStudyTest::options();
  options.strategies = {"ars", "random"};
  const HarsResult result = HarsStudy(entries(), options).result(cells_);
  EXPECT_TRUE(compare_with_hars(result).others.empty());
  EXPECT_EQ(rankings(result, Measure::kExecutions).size(), 1);
}

TEST_F(HarsStudyTest, RanksOverTheSubjectsThatAllHaveFound) {
  EXPECT_THAT(ranked_together(result_), ElementsAre("ars", "hars"));
  const std::vector<Ranking> all = rankings(result_, Measure::kExecutions);
  ASSERT_EQ(all.size(), 4) << "together, and hars with each of the others";
  EXPECT_EQ(all[0].subjects, 4);
  const Ranking& with_random = all[2];
  EXPECT_EQ(with_random.subjects, 3) << "not dekker";
  EXPECT_THAT(with_random.strategies, ElementsAre("hars", "random"));
  EXPECT_THAT(with_random.version_2, ElementsAre(1, 2));
  EXPECT_LT(with_random.means[0], with_random.means[1]);
  EXPECT_EQ(all[3].subjects, 2);
}

TEST_F(HarsStudyTest, DoesNotRankByOneSubject) {
  HarsResult one{options(), {row("checkfield")}};
  const Ranking ranking = rank(one, {"hars", "random"}, Measure::kExecutions);
  EXPECT_EQ(ranking.subjects, 0);
  EXPECT_TRUE(ranking.strategies.empty());
}

}  // namespace
}  // namespace heddle::study
