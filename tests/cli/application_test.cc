#include "cli/application.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "cli/command_line.h"

namespace heddle::cli {
namespace {

using ::testing::HasSubstr;

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
  EXPECT_THAT(answer_to({"run", "./bank"}).text, HasSubstr("heddle run -- ./bank"));
  EXPECT_THAT(answer_to({"run", "--races", "maybe", "--", "./bank"}).text,
              HasSubstr("choose report, stop or ignore"));
  EXPECT_EQ(answer_to({"run", "--races", "maybe", "--", "./bank"}).status, 2);
  EXPECT_EQ(answer_to({}).status, 2);
}

TEST(CommandLine, HelpAndVersionAreSuccess) {
  EXPECT_EQ(answer_to({"--version"}).status, 0);
  EXPECT_EQ(answer_to({"run", "--help"}).status, 0);
  EXPECT_EQ(answer_to({"strategies"}).status, 0);
}

}  // namespace
}  // namespace heddle::cli
