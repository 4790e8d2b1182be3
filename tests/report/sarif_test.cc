#include "report/formats/sarif.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "test_runs.h"
#include "workshop.h"

namespace heddle::report::sarif_test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::ordered_json;

Json only_run(const TestRun& run) {
  return Json::parse(sarif_json(run))["runs"][0];
}

TEST(Sarif, Golden) {
  std::string text = sarif_json(testing::every_verdict());
  const std::string version = std::string("\"") + HEDDLE_VERSION + "\"";
  for (std::size_t at = 0; (at = text.find(version, at)) != std::string::npos;)
    text.replace(at, version.size(), "\"VERSION\"");
  testing::expect_golden("results.sarif", text);
}

TEST(Sarif, HasARuleForEveryKindOfFailure) {
  const Json run = only_run(testing::every_verdict());
  const Json& rules = run["tool"]["driver"]["rules"];
  std::vector<std::string> ids;
  for (const Json& rule : rules) ids.push_back(rule["id"]);
  for (int kind = 1; kind < static_cast<int>(FailureKind::kCount); ++kind)
    EXPECT_THAT(ids, ::testing::Contains(std::string(to_string(static_cast<FailureKind>(kind)))));
  ASSERT_FALSE(run["results"].empty());
  for (const Json& result : run["results"])
    EXPECT_EQ(rules[result["ruleIndex"].get<std::size_t>()]["id"], result["ruleId"]);
}

TEST(Sarif, NamesFilesFromTheWorkingFolderOrByUri) {
  const Json results = only_run(testing::every_verdict())["results"];
  const Json inside = results[0]["locations"][0]["physicalLocation"];
  EXPECT_EQ(inside["artifactLocation"]["uri"], "tests/counter_test.cc");
  EXPECT_EQ(inside["artifactLocation"]["uriBaseId"], "SRCROOT");
  EXPECT_EQ(inside["region"]["startLine"], 31);
  const Json flow = results[2]["codeFlows"][0]["threadFlows"];
  ASSERT_EQ(flow.size(), 2u);
  EXPECT_EQ(flow[0]["id"], "main.0");
  // From where the thread began to where it is.
  EXPECT_EQ(flow[0]["locations"][0]["location"]["logicalLocations"][0]["fullyQualifiedName"], "main");
  EXPECT_EQ(flow[0]["locations"][1]["location"]["message"]["text"], "waits to lock `b`, held by main.1");
  const Json outside = flow[1]["locations"][0]["location"]["physicalLocation"]["artifactLocation"];
  EXPECT_EQ(outside["uri"], "file:///usr/include/shared/with%20space.h");
  EXPECT_FALSE(outside.contains("uriBaseId"));
}

TEST(Sarif, ShowsTheOrderThatFails) {
  const Json flow = only_run(testing::every_verdict())["results"][0]["codeFlows"][0];
  EXPECT_EQ(flow["threadFlows"][0]["id"], "main.0");
  EXPECT_EQ(flow["threadFlows"][0]["locations"][0]["executionOrder"], 1);
  EXPECT_EQ(flow["threadFlows"][1]["locations"][0]["executionOrder"], 2);
  EXPECT_EQ(flow["threadFlows"][1]["locations"][0]["location"]["physicalLocation"]["region"]["startLine"],
            14);
}

TEST(Sarif, FingerprintsAreThoseOfTheBug) {
  TestRun run = testing::every_verdict();
  const Json before = only_run(run)["results"][0]["partialFingerprints"];
  run.tests[2].bugs[0].where.line = 77;
  run.tests[2].bugs[0].subject = "Expected equality of these values: count Which is: 3 2";
  EXPECT_EQ(only_run(run)["results"][0]["partialFingerprints"], before);
}

TEST(Sarif, SaysWhatIsKnown) {
  TestRun run = testing::every_verdict();
  Json results = only_run(run)["results"];
  EXPECT_EQ(results[0]["baselineState"], "new");
  EXPECT_FALSE(results[0].contains("suppressions"));
  EXPECT_EQ(results[2]["baselineState"], "unchanged");
  EXPECT_EQ(results[2]["suppressions"][0]["status"], "accepted");
  run.known_file.clear();
  EXPECT_FALSE(only_run(run)["results"][0].contains("baselineState"));
}

TEST(Sarif, TellsWhatCouldNotBeControlled) {
  const Json invocation = only_run(testing::every_verdict())["invocations"][0];
  EXPECT_EQ(invocation["executionSuccessful"], false);
  EXPECT_THAT(invocation["toolExecutionNotifications"][0]["message"]["text"].get<std::string>(),
              HasSubstr("Bank.Hangs could not be controlled"));
}

TEST(Sarif, IsJsonWhateverTheProgramSays) {
  TestRun run = testing::every_verdict();
  run.tests[2].name = run.tests[2].bugs[0].message = testing::awkward_text();
  run.tests[2].bugs[0].where.file = "/home/user/project/caf\xe9.cc";
  const Json result = only_run(run)["results"][0];
  EXPECT_EQ(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "caf%E9.cc");
}

}  // namespace
}  // namespace heddle::report::sarif_test
