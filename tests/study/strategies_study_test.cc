#include "study/strategies/strategies_study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "study/strategies/strategies_tables.h"
#include "workshop.h"

namespace heddle::study {
namespace {

using ::testing::ElementsAre;
using testing::expect_golden;
using ::testing::HasSubstr;
using testing::two_subjects;

TEST(SplitStrategies, TakesNamesAndFullSpecifications) {
  EXPECT_THAT(*split_strategies("random,pct,auto"), ElementsAre("random", "pct", "auto"));
  EXPECT_THAT(*split_strategies("random pct:depth=3,events=sync;rpro:radius=5,depth=3 ; auto"),
              ElementsAre("random", "pct:depth=3,events=sync", "rpro:radius=5,depth=3", "auto"));
  EXPECT_EQ(split_strategies(kDefaultStrategies)->size(), 10);
}

TEST(SplitStrategies, PassesTheErrorOn) {
  EXPECT_THAT(split_strategies("random,walk").error(), HasSubstr("there is no strategy 'walk'"));
  EXPECT_THAT(split_strategies("pct:depht=2").error(), HasSubstr("depht"));
}

TEST(StrategiesStudy, CountsWhatWasNotFoundAsTheLimit) {
  const testing::TemporaryFolder folder;
  CellFile cells = *CellFile::open(folder.file("cells.csv"));
  const StrategiesStudy study({{"bank", {}, "00ff"}}, {{"random", "pct"}, 1'000, 5, 4});
  const std::vector<CellGroup> groups = study.searches();
  ASSERT_EQ(groups.size(), 2);
  ASSERT_EQ(groups[0].keys.size(), 4);
  EXPECT_EQ(groups[0].keys.front().seed, 5);
  EXPECT_EQ(groups[0].keys.back().seed, 8);
  for (std::size_t i = 0; i < 4; ++i) {
    Cell cell;
    cell.key = groups[0].keys[i];
    cell.executions = i == 0 ? 1'000 : 10 * i;
    cell.first = i == 0 ? 0 : 10 * i;
    ASSERT_TRUE(cells.add(cell).ok());
  }
  const StrategiesResult result = study.result(cells);
  const SearchSummary* summary = result.find("bank", "random");
  ASSERT_NE(summary, nullptr);
  EXPECT_EQ(summary->found, 3);
  EXPECT_EQ(summary->mean, 265);
  EXPECT_EQ(summary->median, 25);
  EXPECT_EQ(summary->share(), 0.75);
  EXPECT_EQ(result.find("bank", "pct"), nullptr);
}

TEST(StrategiesTables, AreReadable) {
  expect_golden("strategies.txt", strategies_text(two_subjects()));
}

TEST(StrategiesStudy, HasItsTablesForThePage) {
  const nlohmann::json json = nlohmann::json::parse(json_of(strategies_page(two_subjects())));
  ASSERT_EQ(json["sections"].size(), 2u);
  const nlohmann::json& means = json["sections"][0];
  EXPECT_EQ(means["title"], "Executions to the first bug");
  EXPECT_EQ(means["table"]["columns"][0], "subject");
  ASSERT_EQ(means["table"]["rows"].size(), 3u);
  EXPECT_EQ(means["table"]["rows"][0][1], "4.2");
  EXPECT_FALSE(means.contains("plot"));
  EXPECT_EQ(json["sections"][1]["after"].size(), 2u);
}

TEST(StrategiesTables, AreReadByOtherPrograms) {
  expect_golden("strategies.csv", strategies_csv(two_subjects()));
}

TEST(StrategiesTables, DoNotNeedThePortfolio) {
  StrategiesResult result = two_subjects();
  result.strategies.pop_back();
  std::erase_if(result.summaries, [](const SearchSummary& summary) { return summary.strategy == "auto"; });
  EXPECT_EQ(strategies_text(result).find("auto"), std::string::npos);
}

}  // namespace
}  // namespace heddle::study
