#include "study/hars/hars_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hars_workshop.h"
#include "study/hars/subject_means.h"

namespace heddle::study {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using testing::hars_subject;
using testing::HarsStudyTest;
using ::testing::Not;

constexpr Selection kAll = Selection::kAll;
constexpr Selection kSome = Selection::kWithoutNearlyAlwaysFailing;

double paper_average(std::string_view strategy, Measure measure, std::size_t programs) {
  double sum = 0;
  for (const HarsSubject& subject : hars_subjects()) sum += subject.paper(strategy, measure).value_or(0);
  return sum / static_cast<double>(programs);
}

TEST(HarsSubjects, AreThoseOfTheTable) {
  EXPECT_EQ(hars_subjects().size(), 45);
  std::size_t nearly_always = 0;
  for (const HarsSubject& subject : hars_subjects()) nearly_always += subject.fails_nearly_always ? 1 : 0;
  EXPECT_EQ(nearly_always, 3);
  EXPECT_EQ(hars_subject("library-hashset").paper_name, "Java.library.hashset");
  EXPECT_EQ(hars_subject("test1").paper_name, "Test");
  EXPECT_EQ(hars_subject("log4j").lines, 18'799);
  EXPECT_EQ(hars_subject("pingpong").paper("random", Measure::kExecutions), std::nullopt) << "N.A.";
  EXPECT_EQ(hars_subject("pingpong").paper("pct", Measure::kExecutions), std::nullopt) << "not there";
}

// A misprint in the figures would show in the sums.
TEST(HarsSubjects, HaveTheAveragesThatThePaperPrints) {
  const std::pair<std::string_view, std::size_t> kDividedBy[] = {
      {"ars", 45}, {"hars", 45}, {"random", 44}, {"mcr", 31}, {"tsa", 31}};
  for (const auto& [strategy, programs] : kDividedBy)
    for (const Measure measure : {Measure::kExecutions, Measure::kSeconds})
      EXPECT_NEAR(paper_average(strategy, measure, programs), *printed_average(strategy, measure), 0.001)
          << strategy;
  EXPECT_NEAR(paper_average("tsa", Measure::kExecutions, 14), 26.171, 0.001) << "over its programs";
}

TEST(HarsStrategies, AreThoseThatExist) {
  const std::vector<std::string> strategies = default_hars_strategies();
  for (const char* const name : {"ars", "hars", "random", "tsa", "hars-online", "auto"})
    EXPECT_THAT(strategies, Contains(name));
}

TEST_F(HarsStudyTest, SearchesWithEverySeed) {
  std::size_t to_first_bug = 0, coverage = 0, long_runs = 0, deterministic = 0;
  for (const CellGroup& group : study_.searches())
    for (const CellKey& key : group.keys) {
      if (key.until == host::Until::kFirstBug) ++to_first_bug;
      if (key.until == host::Until::kBudget && key.executions == 20) ++coverage;
      if (key.until == host::Until::kBudget && key.executions == 200) ++long_runs;
      if (key.strategy == "dfs") ++deterministic;
      EXPECT_TRUE(key.until == host::Until::kFirstBug || key.subject != "boundedbuffer");
    }
  EXPECT_EQ(deterministic, 4) << "once for each subject";
  EXPECT_EQ(to_first_bug, 4 * (3 * 8 + 1 + 12 * 8)) << "the lengths of the queue included";
  EXPECT_EQ(coverage, 3 * 3 * 2) << "of hars, ars and random";
  EXPECT_EQ(long_runs, 3);
}

TEST_F(HarsStudyTest, DoesWithoutFigure6AndSweep) {
  HarsOptions options = HarsStudyTest::options();
  options.long_run = 0;
  options.sweep = false;
  const HarsStudy study(entries(), options);
  std::size_t keys = 0;
  for (const CellGroup& group : study.searches())
    for (const CellKey& key : group.keys) {
      ++keys;
      EXPECT_EQ(key.until, host::Until::kFirstBug);
      EXPECT_EQ(key.strategy.find("queue"), std::string::npos);
    }
  EXPECT_GT(keys, 0u);
}

// What is in the file is not searched again.
TEST_F(HarsStudyTest, GoesOnWithItsCells) {
  CellFile again = *CellFile::open(folder_.file("cells.csv"));
  std::size_t shown = 0;
  CellRunner runner({{}, 1, [] { return false; }, [&shown](const StudyProgress&) { ++shown; }}, again);
  EXPECT_TRUE(runner.run(study_.searches()));
  EXPECT_EQ(shown, 0) << "there was nothing to do";
  EXPECT_TRUE(runner.problems().empty());
  const HarsResult result = study_.result(again);
  EXPECT_EQ(result.rows[2].find("hars")->mean(Measure::kExecutions), 45);
  EXPECT_EQ(result.rows[2].find("hars")->with_seed(7)->series.size(), 50);
}

TEST_F(HarsStudyTest, LeavesOutOfAMeanWhatFoundNothing) {
  const StrategyRuns& random = runs("dekker", "random");
  EXPECT_EQ(random.searches(), 8);
  EXPECT_EQ(random.found(), 7);
  EXPECT_FALSE(random.always_found());
  EXPECT_DOUBLE_EQ(*random.mean(Measure::kExecutions), (3'600 - 200) / 7.0);
  EXPECT_EQ(row("dekker").reliable_mean("random", Measure::kExecutions), std::nullopt);
  EXPECT_DOUBLE_EQ(*row("dekker").reliable_mean("hars", Measure::kExecutions), 45);
  EXPECT_EQ(runs("dekker", "dfs").mean(Measure::kExecutions), std::nullopt) << "N.A.";
  EXPECT_DOUBLE_EQ(*row("dekker").mean("hars", Measure::kSeconds), 0.045);
}

TEST_F(HarsStudyTest, TakesADeterministicSearchForAllSeeds) {
  const StrategyRuns& dfs = runs("checkfield", "dfs");
  EXPECT_EQ(dfs.searches(), 1);
  ASSERT_NE(dfs.with_seed(7), nullptr);
  EXPECT_EQ(dfs.with_seed(7)->first, 4);
  EXPECT_EQ(runs("checkfield", "random").with_seed(8), nullptr);
}

TEST_F(HarsStudyTest, KnowsWhatAnExecutionCosts) {
  const std::optional<Cost> hars = cost_of(runs("dekker", "hars"));
  ASSERT_TRUE(hars);
  EXPECT_EQ(hars->completed, 360);
  EXPECT_EQ(hars->abandoned, 1'080);
  EXPECT_DOUBLE_EQ(hars->abandoned_share(), 3);
  EXPECT_DOUBLE_EQ(hars->steps, 20);
  EXPECT_DOUBLE_EQ(hars->replayed_steps, 5);
  EXPECT_DOUBLE_EQ(hars->seconds, 0.001);
  EXPECT_EQ(cost_of(runs("dekker", "random"))->replayed_steps, 0);
}

TEST_F(HarsStudyTest, DoesNotTakeCellsWithoutStepsForCheapOnes) {
  Cell former = search(runs("pingpong", "hars").cells[0]->key);
  former.steps = 0;
  StrategyRuns runs{"hars", false, {&former}};
  EXPECT_EQ(cost_of(runs), std::nullopt);
}

TEST_F(HarsStudyTest, MeansSayOverHowManySubjectsTheyAre) {
  const SubjectMeans random = means_of(result_.rows, own_figure("random", Measure::kExecutions), kAll);
  EXPECT_EQ(random.subjects, 4);
  const SubjectMeans paper = means_of(result_.rows, paper_figure("random", Measure::kExecutions), kAll);
  EXPECT_EQ(paper.subjects, 3) << "N.A. on pingpong";
  EXPECT_NEAR(paper.arithmetic, (1 + 4.37 + 105.56) / 3, 1e-9);
  const SubjectMeans dfs = means_of(result_.rows, own_figure("dfs", Measure::kExecutions), kAll);
  EXPECT_EQ(dfs.subjects, 2);
  EXPECT_DOUBLE_EQ(dfs.arithmetic, 2.5);
  EXPECT_DOUBLE_EQ(dfs.geometric, 2);
}

TEST_F(HarsStudyTest, MeansLeaveOutWhatFailsNearlyAlways) {
  const SubjectMeans dfs = means_of(result_.rows, own_figure("dfs", Measure::kExecutions), kSome);
  EXPECT_EQ(dfs.subjects, 1);
  EXPECT_DOUBLE_EQ(dfs.arithmetic, 4);
  EXPECT_EQ(selected(result_.rows, kAll), 4);
  EXPECT_EQ(selected(result_.rows, kSome), 3);
}

TEST_F(HarsStudyTest, RatiosAreOverTheSameSubjects) {
  const auto ratio = ratio_of(result_.rows, reliable_figure("hars", Measure::kExecutions),
                              reliable_figure("random", Measure::kExecutions), kAll);
  ASSERT_TRUE(ratio);
  EXPECT_EQ(ratio->subjects, 3) << "not dekker, where random did not always find it";
  const double checkfield = *row("checkfield").mean("hars", Measure::kExecutions) /
                            *row("checkfield").mean("random", Measure::kExecutions);
  EXPECT_NEAR(ratio->ratio, std::cbrt(1 * checkfield * 0.1), 1e-9);
  EXPECT_FALSE(ratio_of(result_.rows, own_figure("nobody", Measure::kExecutions),
                        own_figure("random", Measure::kExecutions), kAll));
}

TEST_F(HarsStudyTest, TellsWhatIsFarFromThePaper) {
  constexpr std::array<std::string_view, 2> kStrategies = {"hars", "random"};
  const std::vector<Deviation> far = deviations(result_.rows, kStrategies);
  ASSERT_EQ(far.size(), 2);
  EXPECT_EQ(far[0].subject, "checkfield");
  EXPECT_EQ(far[0].strategy, "random");
  EXPECT_EQ(far[1].subject, "dekker");
  EXPECT_EQ(far[1].strategy, "random");
  EXPECT_DOUBLE_EQ(far[1].paper, 105.56);
}

}  // namespace
}  // namespace heddle::study
