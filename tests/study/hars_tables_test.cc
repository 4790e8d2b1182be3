#include "study/hars/hars_tables.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "hars_workshop.h"
#include "study/hars/hars_figures.h"
#include "study/hars/hars_files.h"

namespace heddle::study {
namespace {

using testing::expect_golden;
using testing::HarsStudyTest;
using ::testing::HasSubstr;
using testing::is_well_formed;
using ::testing::Not;

TEST_F(HarsStudyTest, HasDegreesOfTheRunsThatGotSoFar) {
  const std::vector<DegreeCurve> curves = degree_curves(result_);
  ASSERT_EQ(curves.size(), 2) << "ars and hars";
  const DegreeCurve& hars = curves[1];
  ASSERT_EQ(hars.degrees.size(), 50);
  EXPECT_DOUBLE_EQ(hars.mean(), 1.5);
  EXPECT_EQ(hars.searches[0], 22)
      << "boundedbuffer, and checkfield with two seeds, end in the first execution";
  EXPECT_EQ(hars.subjects[0], 3);
  EXPECT_EQ(hars.searches[49], 8);
  EXPECT_EQ(hars.subjects[49], 1) << "dekker";
  EXPECT_DOUBLE_EQ(curves[0].degrees[49], 1);
}

TEST_F(HarsStudyTest, HasCoverageOfTheLongRun) {
  const CoverageFigure figure = coverage_figure(result_);
  EXPECT_EQ(figure.subjects, 3) << "without boundedbuffer";
  ASSERT_EQ(figure.curves.size(), 3);
  EXPECT_EQ(figure.curves[0].strategy, "hars");
  ASSERT_EQ(figure.curves[0].share.size(), 20);
  EXPECT_DOUBLE_EQ(figure.curves[0].share[8], 0.2);
  EXPECT_DOUBLE_EQ(figure.curves[0].share[9], 0.8);
  EXPECT_DOUBLE_EQ(figure.curves[2].share[19], 0.6);
}

TEST_F(HarsStudyTest, HasNoCoverageOfWhatWasNotMeasuredByAll) {
  result_.rows[1].coverage[2].cells[1] = nullptr;
  result_.rows[3].long_run = nullptr;
  EXPECT_EQ(coverage_figure(result_).subjects, 1);
}

TEST_F(HarsStudyTest, HasALineForEachLengthOfTheQueue) {
  const SweepFigure figure = sweep_figure(result_);
  EXPECT_EQ(figure.subjects, 4);
  ASSERT_EQ(figure.lines.size(), 12);
  EXPECT_EQ(figure.lines[7].strategy, "ars");
  EXPECT_EQ(figure.lines[7].queue, 2);
  EXPECT_NEAR(figure.lines[0].executions, (1 + 2 + 45 + 2) / 4.0, 0.1);
}

TEST_F(HarsStudyTest, MakesText) {
  expect_golden("hars.txt", sections_text(hars_sections(result_)));
}

TEST_F(HarsStudyTest, MakesAPage) {
  const std::string page = html_of(hars_page(result_));
  expect_golden("hars.html", page);
  const std::string doctype = "<!DOCTYPE html>\n";
  ASSERT_TRUE(page.starts_with(doctype));
  EXPECT_TRUE(is_well_formed(page.substr(doctype.size())));
  for (const char* const outside : {"http:", "https:", "src=", "href=", "@import"}) {
    std::string text = page;
    for (std::size_t at; (at = text.find("xmlns=\"http://www.w3.org/2000/svg\"")) != std::string::npos;)
      text.erase(at, 34);
    EXPECT_THAT(text, Not(HasSubstr(outside))) << "the page needs nothing else";
  }
}

TEST_F(HarsStudyTest, MakesFilesForOtherPrograms) {
  expect_golden("hars-table2.csv", hars_table2_csv(result_));
  expect_golden("hars-table3.csv", hars_table3_csv(result_));
  expect_golden("hars-ranks.csv", hars_ranks_csv(result_));
  EXPECT_THAT(hars_figure3_csv(result_), HasSubstr("hars,1,1.5,22,3\n"));
  EXPECT_THAT(hars_figure6_csv(result_), HasSubstr("ars,10,0.7,3\n"));
  EXPECT_THAT(hars_sweep_csv(result_), HasSubstr("ars,6,"));
}

TEST_F(HarsStudyTest, SaysNothingOfWhatWasNotSearched) {
  const testing::TemporaryFolder folder;
  const CellFile nothing = *CellFile::open(folder.file("cells.csv"));
  const HarsResult result = study_.result(nothing);
  const std::string text = sections_text(hars_sections(result));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
  EXPECT_THAT(text, Not(HasSubstr("Figure 6. ")));
  EXPECT_THAT(html_of(hars_page(result)), Not(HasSubstr("<svg")));
}

TEST(HarsList, TellsWhatIsBuilt) {
  const auto path_of = [](std::string_view name) {
    return name == "dekker" ? std::string("/home/subjects/dekker") : std::string();
  };
  expect_golden("hars-list.txt", hars_list_text(hars_subjects(), path_of));
}

}  // namespace
}  // namespace heddle::study
