#include "report/text/table_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace heddle::report {
namespace {

using ::testing::ElementsAre;

const std::vector<std::string> kNames = {"main", "main.0", "main.1"};

Row step_of(ThreadId thread, std::string text) {
  Row row;
  row.thread = thread;
  row.place = "x.cc:1";
  row.text = std::move(text);
  return row;
}

// The texts of what is left.
std::vector<std::string> told(std::vector<Row> rows) {
  std::vector<std::string> texts;
  for (const Row& row : without_repetition(std::move(rows), kNames)) texts.push_back(row.text);
  return texts;
}

std::vector<Row> times(std::size_t count, const std::vector<Row>& once) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < count; ++i) rows.insert(rows.end(), once.begin(), once.end());
  return rows;
}

TEST(TableRows, OneStepIsToldWithItsNumber) {
  EXPECT_THAT(told(times(1500, {step_of(1, "flag → 0")})), ElementsAre("flag → 0 (1,500 times)"));
  EXPECT_THAT(told({step_of(1, "flag → 0"), step_of(2, "flag → 0")}), ElementsAre("flag → 0", "flag → 0"));
}

TEST(TableRows, ALoopIsToldOnce) {
  std::vector<Row> rows = {step_of(2, "starts")};
  const std::vector<Row> loop =
      times(150, {step_of(1, "lock m"), step_of(1, "done → 0"), step_of(1, "unlock m")});
  rows.insert(rows.end(), loop.begin(), loop.end());
  rows.push_back(step_of(1, "lock m"));
  rows.push_back(step_of(1, "done → 1"));
  EXPECT_THAT(told(rows), ElementsAre("starts", "lock m", "done → 0", "unlock m",
                                      "... repeats these 3 steps 149 times ...", "lock m", "done → 1"));
}

TEST(TableRows, ALoopOfSeveralThreadsNamesThem) {
  const std::vector<Row> rows =
      without_repetition(times(10, {step_of(1, "a → 0"), step_of(2, "b → 0"), step_of(2, "b → 0")}), kNames);
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[1].text, "b → 0 (2 times)");
  EXPECT_EQ(rows[2].kind, RowKind::kFold);
  EXPECT_EQ(rows[2].thread, kNoThread);
  EXPECT_EQ(rows[2].text, "... main.0 and main.1 repeat these 3 steps 9 times ...");
}

TEST(TableRows, WhatIsDoneTwiceIsNoLoop) {
  EXPECT_THAT(told(times(2, {step_of(1, "a"), step_of(1, "b"), step_of(1, "c")})),
              ElementsAre("a", "b", "c", "a", "b", "c"));
}

TEST(TableRows, WhatChangesTheFailingVariableIsNeverFolded) {
  Row change = step_of(1, "balance = 1");
  change.changes = true;
  EXPECT_EQ(told(times(30, {change, step_of(1, "balance → 1")})).size(), 60u);
  Row racing = step_of(1, "x → 0");
  racing.marked = true;
  std::vector<Row> rows = times(5, {step_of(1, "x → 0")});
  rows.push_back(racing);
  EXPECT_THAT(told(rows), ElementsAre("x → 0 (5 times)", "x → 0"));
}

TEST(TableRows, OtherValuesAreOtherRows) {
  std::vector<Row> rows;
  for (int i = 0; i < 20; ++i) rows.push_back(step_of(1, "head → " + std::to_string(i)));
  EXPECT_EQ(told(rows).size(), 20u);
}

TEST(TableRows, LongStretchesKeepBothEndsAndWhatIsDecisive) {
  std::vector<Row> rows;
  for (int i = 0; i < 60; ++i) rows.push_back(step_of(1, "x = " + std::to_string(i)));
  rows[30].decisive = true;
  std::vector<std::string> texts;
  for (const Row& row : folded(rows)) texts.push_back(row.text);
  EXPECT_EQ(texts.size(), 8u + 1 + 1 + 1 + 8);
  EXPECT_EQ(texts[8], "... 22 more rows ...");
  EXPECT_EQ(texts[9], "x = 30");
}

}  // namespace
}  // namespace heddle::report
