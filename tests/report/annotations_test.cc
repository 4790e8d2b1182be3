#include "report/formats/annotations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_runs.h"

namespace heddle::report {
namespace {

using ::testing::HasSubstr;

TEST(GithubAnnotations, AreALineForEachBug) {
  const std::string text = github_annotations(testing::every_verdict());
  EXPECT_THAT(text, HasSubstr("::error file=tests/counter_test.cc,line=31,title=Counter.LosesUpdates "
                              "(exit-status)::Expected equality of these values:%0A  count%0A    Which is: "
                              "1%0A  2%0A%0Aheddle replay heddle-out/Counter.LosesUpdates/bug-1.schedule\n"));
  EXPECT_THAT(text, HasSubstr("::notice file=bank.cc,line=14,title=Bank.Deadlocks (deadlock%2C known)::"));
  EXPECT_THAT(text, HasSubstr("::error title=Bank.Hangs::could not be controlled: execution 1"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
}

// A program must not be able to write commands of its own.
TEST(GithubAnnotations, AreEscaped) {
  TestRun run = testing::every_verdict();
  run.tests = {run.tests[2]};
  run.tests[0].name = "50%, a:b\n::error::x";
  run.tests[0].bugs[0].details = "first\n::warning::100% \r\nlast";
  run.tests[0].bugs[0].where.file = "/home/user/project/a,b:c.cc";
  const std::string text = github_annotations(run);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 1) << text;
  EXPECT_THAT(
      text, HasSubstr("file=a%2Cb%3Ac.cc,line=31,title=50%25%2C a%3Ab\\n%3A%3Aerror%3A%3Ax (exit-status)::"));
  EXPECT_THAT(text, HasSubstr("first%0A::warning::100%25 %0Alast"));
}

TEST(CodeQuality, IsAListOfBugs) {
  const auto json = nlohmann::json::parse(code_quality_json(testing::every_verdict()));
  ASSERT_EQ(json.size(), 3u);
  EXPECT_EQ(json[0]["location"]["path"], "tests/counter_test.cc");
  EXPECT_EQ(json[0]["location"]["lines"]["begin"], 31);
  EXPECT_EQ(json[0]["severity"], "major");
  EXPECT_EQ(json[0]["check_name"], "exit-status");
  EXPECT_EQ(json[2]["severity"], "info");
  EXPECT_NE(json[0]["fingerprint"], json[1]["fingerprint"]);
}

TEST(CodeQuality, HasAPlaceForABugWithoutOne) {
  TestRun run = testing::every_verdict();
  run.tests[2].bugs[0].where = {};
  const auto json = nlohmann::json::parse(code_quality_json(run));
  EXPECT_EQ(json[0]["location"]["path"], "./bank_test");
  EXPECT_EQ(json[0]["location"]["lines"]["begin"], 1);
}

}  // namespace
}  // namespace heddle::report
