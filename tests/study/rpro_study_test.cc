// What is searched for, and what the tables make of it.
#include "study/rpro/rpro_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "strategies/registry.h"
#include "study/rpro/rpro_tables.h"
#include "workshop.h"

namespace heddle::study {
namespace {

using ::testing::Contains;
using testing::deadlock_subject;
using ::testing::ElementsAre;
using testing::expect_golden;
using ::testing::HasSubstr;
using testing::three_rows;

class RproSearches : public ::testing::Test {
 protected:
  RproSearches() : cells_(*CellFile::open(folder_.file("cells.csv"))) {}

  RproStudy study_of(const std::string& name, const RproOptions& options) const {
    return RproStudy({{deadlock_subject(name), {name, {}, "00ff"}}}, options);
  }

  void measure(const RproStudy& study, const ProgramSize& size) {
    Cell cell;
    cell.key = study.measurements().at(0).keys.at(0);
    cell.size = size;
    ASSERT_TRUE(cells_.add(cell).ok());
  }

  std::vector<std::string> strategies(const RproStudy& study) const {
    std::vector<std::string> names;
    for (const CellGroup& group : study.searches(cells_))
      for (const CellKey& key : group.keys) names.push_back(key.strategy);
    return names;
  }

  testing::TemporaryFolder folder_;
  CellFile cells_;
};

TEST(Radii, AreThoseOfFigure7) {
  EXPECT_EQ(radii_of(deadlock_subject("jdbc-1"), true).size(), 150);
  EXPECT_EQ(radii_of(deadlock_subject("mysql-1"), true).back(), 300);
  const std::vector<std::uint64_t> sample = radii_of(deadlock_subject("jdbc-1"), false);
  EXPECT_EQ(sample.front(), 1);
  EXPECT_EQ(sample.back(), 150);
  EXPECT_THAT(sample, Contains(10));
  EXPECT_THAT(sample, Contains(50));
}

TEST(Radii, LeaveRoomForTheChangePoints) {
  EXPECT_EQ(radii_of(deadlock_subject("mysql-3"), true).front(), 4);
  EXPECT_EQ(radii_of(deadlock_subject("mysql-3"), false).front(), 5);
}

TEST_F(RproSearches, WaitForTheMeasurement) {
  const RproStudy study = study_of("jdbc-1", {});
  EXPECT_TRUE(study.searches(cells_).empty());
  EXPECT_TRUE(study.rows(cells_).empty());
}

TEST_F(RproSearches, CoverBothCountings) {
  const RproStudy study = study_of("jdbc-1", {});
  measure(study, {3, 2'300, 5'068, 5'068});
  const std::vector<std::string> all = strategies(study);
  EXPECT_THAT(all, Contains("pct:depth=3,n=3,k=5068,events=sync"));
  EXPECT_THAT(all, Contains("pct:depth=3,n=3,k=2300,events=acquire"));
  EXPECT_THAT(all, Contains("rpro:radius=10,depth=3,n=3,k=5068,events=sync"));
  EXPECT_THAT(all, Contains("rpro:radius=50,depth=3,n=3,k=2300,events=acquire"));
  for (const std::string& strategy : all) EXPECT_TRUE(make_strategy(strategy).ok()) << strategy;
}

TEST_F(RproSearches, AreShorterForLongPrograms) {
  const RproStudy small = study_of("hawknl", {});
  const RproStudy large = study_of("mysql-4", {});
  measure(small, {3, 13, 34, 34});
  measure(large, {19, 177'822, 444'611, 444'611});
  const auto executions_are = [](const auto& expected) {
    return ::testing::AllOf(
        ::testing::Not(::testing::IsEmpty()),
        ::testing::Each(::testing::ResultOf(
            [](const CellGroup& group) { return group.keys.at(0).executions; }, expected)));
  };
  EXPECT_THAT(small.searches(cells_), executions_are(::testing::Eq(10'000)));
  EXPECT_THAT(large.searches(cells_), executions_are(::testing::Lt(200)));
  RproOptions asked;
  asked.executions = 10'000;
  EXPECT_THAT(study_of("mysql-4", asked).searches(cells_), executions_are(::testing::Eq(10'000)));
}

TEST_F(RproSearches, FillTheRow) {
  RproOptions options;
  options.executions = 100;
  const RproStudy study = study_of("sqlite", options);
  measure(study, {3, 8, 24, 24});
  std::uint64_t failed = 0;
  for (const CellGroup& group : study.searches(cells_)) {
    Cell cell;
    cell.key = group.keys.at(0);
    cell.executions = 100;
    cell.failed = ++failed;
    ASSERT_TRUE(cells_.add(cell).ok());
  }
  const std::vector<RproRow> rows = study.rows(cells_);
  ASSERT_EQ(rows.size(), 1);
  EXPECT_EQ(rows[0].sync.pct.failed, 1);
  EXPECT_EQ(rows[0].acquire.pct.failed, 2);
  EXPECT_EQ(rows[0].own().pct.failed, 1);
  EXPECT_EQ(rows[0].own().rpro10.failed, rows[0].acquire.rpro10.failed);
  EXPECT_EQ(rows[0].sweep.size(), radii_of(deadlock_subject("sqlite"), false).size());
  EXPECT_EQ(best_radius(rows[0])->radius, 150);
}

TEST(RproTables, AreReadable) {
  expect_golden("rpro.txt", table2_text(three_rows()) + "\n" + table3_text(three_rows()));
}

TEST(RproTables, AreReadByOtherPrograms) {
  expect_golden("rpro-table2.csv", table2_csv(three_rows()));
  expect_golden("rpro-table3.csv", table3_csv(three_rows()));
  expect_golden("rpro-figure7.csv", figure7_csv(three_rows()));
}

TEST(RproTables, AreThereWithoutAnyRow) {
  EXPECT_THAT(table2_text({}), HasSubstr("no subject"));
  EXPECT_THAT(table3_text({}), HasSubstr("best radius"));
}

TEST(BestRadius, IsNoneWhereNothingWasFound) {
  EXPECT_EQ(best_radius(three_rows()[0])->radius, 17);
  EXPECT_FALSE(best_radius(three_rows()[1]));
}

}  // namespace
}  // namespace heddle::study
