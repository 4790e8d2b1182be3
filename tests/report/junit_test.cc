#include "report/formats/junit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_runs.h"
#include "workshop.h"

namespace heddle::report {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string without_version(std::string text) {
  const std::string version = HEDDLE_VERSION;
  for (std::size_t at = 0; (at = text.find(version, at)) != std::string::npos;)
    text.replace(at, version.size(), "VERSION");
  return text;
}

TEST(Junit, Golden) {
  testing::expect_golden("junit.xml", without_version(junit_xml(testing::every_verdict())));
}

TEST(Junit, CountsEveryTestOnce) {
  const std::string xml = junit_xml(testing::every_verdict());
  EXPECT_THAT(xml, HasSubstr("tests=\"8\" failures=\"2\" errors=\"1\" skipped=\"2\""));
}

// Of a name with a dot in it, Catch2 means nothing by it.
TEST(Junit, KnowsSuitesOfGoogleTestOnly) {
  TestRun run = testing::every_verdict();
  run.tests = {testing::report_of("Small/Queue.Keeps/0", TestVerdict::kPassed)};
  EXPECT_THAT(junit_xml(run), HasSubstr("classname=\"bank_test.Small/Queue\" name=\"Keeps/0\""));
  run.framework = "Catch2 v2";
  EXPECT_THAT(junit_xml(run), HasSubstr("classname=\"bank_test\" name=\"Small/Queue.Keeps/0\""));
}

TEST(Junit, HasNothingThatXmlForbids) {
  TestRun run = testing::every_verdict();
  TestBug& bug = run.tests[2].bugs[0];
  run.tests[2].name = bug.message = bug.details = bug.output = testing::awkward_text();
  bug.threads[0].name = bug.threads[0].state = testing::awkward_text();
  run.tests[6].reason = testing::awkward_text();
  const std::string xml = junit_xml(run);
  for (const char c : xml) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
  EXPECT_THAT(xml,
              HasSubstr("escape \\x1b[31m latin \\xe9 no character \\uffff end ]]&gt; &lt;tag&gt; &amp;"));
  EXPECT_THAT(xml, Not(HasSubstr("\xe9 no")));
  EXPECT_THAT(xml, HasSubstr("\xf0\x9f\x98\x80"));
}

}  // namespace
}  // namespace heddle::report
