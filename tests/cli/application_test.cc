#include "cli/application.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <set>

#include "cli/command_line.h"
#include "report/model/text.h"
#include "support/golden.h"

namespace heddle::cli {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Application, HasEveryVerbOnceWithADescription) {
  const ProgramWords program;
  const Application application(program);
  std::set<std::string> names;
  for (const Verb& verb : application.verbs()) {
    EXPECT_TRUE(names.insert(verb.app->get_name()).second) << verb.app->get_name();
    EXPECT_FALSE(verb.app->get_description().empty()) << verb.app->get_name();
    EXPECT_EQ(application.find(verb.app->get_name())->app, verb.app);
  }
  EXPECT_EQ(application.find("telepathy"), nullptr);
}

TEST(Application, TellsWhichVerbWasGiven) {
  const ProgramWords program;
  Application application(program);
  application.parse({"strategies"});
  EXPECT_EQ(application.given()->app->get_name(), "strategies");
}

// What the user types, and the status and the words on standard error.
struct Answer {
  int status = 0;
  std::string text;
};
Answer answer_to(std::vector<std::string> words) {
  ::testing::internal::CaptureStderr();
  ::testing::internal::CaptureStdout();
  const int status = run_command_line(std::move(words));
  std::fflush(stdout);
  ::testing::internal::GetCapturedStdout();
  return {status, ::testing::internal::GetCapturedStderr()};
}

TEST(CommandLine, WrongWordsAreWrongUse) {
  EXPECT_EQ(answer_to({"telepathy"}).status, 2);
  EXPECT_THAT(answer_to({"telepathy"}).text, HasSubstr("there is no verb 'telepathy'"));
  EXPECT_THAT(answer_to({"run", "--telepathy"}).text, HasSubstr("'heddle run' has no option '--telepathy'"));
  EXPECT_THAT(answer_to({"run", "./no-such-bank"}).text, HasSubstr("there is no program './no-such-bank'"));
  EXPECT_THAT(answer_to({"replay", "a", "b"}).text, HasSubstr("'heddle replay' does not take 'b'"));
  EXPECT_THAT(answer_to({"run", "--races", "maybe", "--", "./bank"}).text,
              HasSubstr("choose report, stop or ignore"));
  EXPECT_EQ(answer_to({"run", "--races", "maybe", "--", "./bank"}).status, 2);
  EXPECT_EQ(answer_to({}).status, 2);
}

TEST(CommandLine, GuessesWhatWasMeant) {
  EXPECT_THAT(answer_to({"rnu"}).text, HasSubstr("did you mean 'run'?"));
  EXPECT_THAT(answer_to({"expalin"}).text, HasSubstr("did you mean 'explain'?"));
  EXPECT_THAT(answer_to({"strat"}).text, HasSubstr("did you mean 'strategies'?"));
  EXPECT_THAT(answer_to({"run", "--exections", "5", "./bank"}).text,
              HasSubstr("did you mean '--executions'?"));
  EXPECT_THAT(answer_to({"telepathy"}).text, Not(HasSubstr("did you mean")));
}

TEST(CommandLine, OptionsBehindTheProgramAreAskedAbout) {
  const Answer answer = answer_to({"run", "./bank", "--time", "5m"});
  EXPECT_EQ(answer.status, 2);
  EXPECT_THAT(answer.text, HasSubstr("'--time' stands behind the program"));
}

// Everything that heddle says to somebody in front of a terminal of so many columns.
std::string help_of(const std::vector<std::string>& words, const std::string& columns) {
  std::vector<std::string> all = words;
  all.insert(all.end(), {"--width", columns, "--help"});
  ::testing::internal::CaptureStdout();
  run_command_line(all);
  std::fflush(stdout);
  unsetenv("COLUMNS");
  return ::testing::internal::GetCapturedStdout();
}

std::size_t widest(const std::string& text) {
  std::size_t most = 0, start = 0;
  while (start < text.size()) {
    const std::size_t end = std::min(text.find('\n', start), text.size());
    const bool is_example = text.compare(start, 9, "  heddle ") == 0;
    if (!is_example) most = std::max(most, report::width(text.substr(start, end - start)));
    start = end + 1;
  }
  return most;
}

TEST(Help, OfEveryVerbFitsTheTerminal) {
  const ProgramWords program;
  const Application application(program);
  for (const Verb& verb : application.verbs())
    for (const std::size_t columns : {60u, 80u, 130u}) {
      setenv("COLUMNS", std::to_string(columns).c_str(), 1);
      const std::string text = help_of({verb.app->get_name()}, std::to_string(columns));
      EXPECT_LE(widest(text), columns) << text;
    }
}

TEST(Help, IsInGroups) {
  setenv("COLUMNS", "80", 1);
  const std::string run = help_of({"run"}, "80");
  expect_golden("help_run.txt", run);
  EXPECT_THAT(run, Not(HasSubstr("\nOPTIONS:"))) << "an option without a group: see help_text.cc";
  setenv("COLUMNS", "80", 1);
  ::testing::internal::CaptureStdout();
  run_command_line({"help"});
  std::fflush(stdout);
  expect_golden("help.txt", ::testing::internal::GetCapturedStdout());
  unsetenv("COLUMNS");
}

TEST(CommandLine, HelpAndVersionAreSuccess) {
  EXPECT_EQ(answer_to({"--version"}).status, 0);
  EXPECT_EQ(answer_to({"run", "--help"}).status, 0);
  EXPECT_EQ(answer_to({"strategies"}).status, 0);
  EXPECT_EQ(answer_to({"version"}).status, 0);
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"help"}, {"help", "run"}, {"help", "study", "rpro"}, {"help", "c++"}})
    EXPECT_EQ(answer_to(words).status, 0) << words.back();
  EXPECT_EQ(answer_to({"help", "telepathy"}).status, 2);
}

}  // namespace
}  // namespace heddle::cli
