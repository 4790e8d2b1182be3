#include "report/formats/test_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test_runs.h"
#include "workshop.h"

namespace heddle::report::test_text_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string whole_text(const TestRun& run, bool in_full = false) {
  std::vector<std::string> names;
  for (const TestReport& test : run.tests) names.push_back(test.name);
  std::string text = test_heading(run) + "\n";
  for (const TestReport& test : run.tests) text += test_line(test, name_column(names), {});
  return text + test_summary(run, in_full, {});
}

TEST(TestText, Golden) {
  const std::string text = whole_text(testing::every_verdict());
  EXPECT_LE(testing::widest_line(text), 100u);
  testing::expect_golden("tests.txt", text);
}

TEST(TestText, ShowsBugsInFullIfAsked) {
  EXPECT_THAT(whole_text(testing::every_verdict(), true), HasSubstr("the deadlock in full\n"));
}

TEST(TestText, SaysWhatWasNotSeen) {
  TestRun run = testing::every_verdict();
  run.description.instrumented = false;
  EXPECT_THAT(whole_text(run), HasSubstr("Note: only synchronisation was seen"));
  run.description.instrumented = true;
  run.description.not_instrumented = {"libbank.so"};
  EXPECT_THAT(whole_text(run), HasSubstr("not instrumented: libbank.so"));
}

TEST(TestText, HasNoPowerOverTheTerminal) {
  TestRun run = testing::every_verdict();
  run.tests[2].name = testing::awkward_text();
  run.tests[2].notes = "forked";
  const std::string text = whole_text(run);
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20);
}

TEST(TestHeading, SaysTheTimeForAll) {
  TestRun run;
  run.framework = "doctest";
  run.description.program = "./queue_test";
  run.tests.resize(2);
  run.description.options.seconds = 5;
  run.total_seconds = 90;
  EXPECT_THAT(test_heading(run), ::testing::HasSubstr("up to 5 s each and 90 s in all, 1 at a time"));
}

TEST(TestStatus, FitsTheLine) {
  EXPECT_EQ(test_status(3, 12, 1, {{"Queue.KeepsAll", 1234}}, 80),
            "  3 of 12 tests, 1 failed | Queue.KeepsAll 1,234");
  const std::vector<RunningTest> running{{"Queue.KeepsAll", 1}, {"Queue.KeepsTheOrderOfEverything", 2}};
  EXPECT_EQ(test_status(3, 12, 0, running, 40).size(), 40u);
}

TEST(FolderNames, AreDifferentAndPlain) {
  EXPECT_THAT(
      folder_names({"Small/Queue.Keeps/0", "a, [b] \"c\"", "a  b c", "A b_c", "..", "-x", "\xe9", ""}),
      ElementsAre("Small_Queue.Keeps_0", "a_b_c", "a_b_c-2", "A_b_c-3", "_.", "_x", "_", "_-2"));
  EXPECT_LE(folder_names({std::string(5000, 'x')}).front().size(), 100u);
}

}  // namespace
}  // namespace heddle::report::test_text_test
