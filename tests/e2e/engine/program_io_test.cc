// What a program is given (arguments, standard input, environment) and what is kept of its output.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Output, OfTheFailingExecutionIsKept) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("worker_throws")});
  ASSERT_EQ(search.status, 1) << describe(search);
  const std::string output = workplace.read("heddle-out/bug-1.output");
  // The worker came first: nothing else has been said.
  EXPECT_THAT(output, ::testing::StartsWith("worker: about to use the volume\n"));
  EXPECT_THAT(output, Not(HasSubstr("using volume 7")));
  EXPECT_THAT(search.out, HasSubstr("worker: about to use the volume"));
}

TEST(Output, OfPassingExecutionsIsNotShown) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--executions", "20", "--", program("stdin_sum")}, "5\n");
  ASSERT_EQ(search.status, 0) << describe(search);
  EXPECT_THAT(search.out + search.err, Not(HasSubstr("the sum is")));
}

TEST(Output, IsBounded) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("chatterbox")});
  ASSERT_EQ(search.status, 1) << describe(search);
  const std::string output = workplace.read("heddle-out/bug-1.output");
  EXPECT_THAT(output.substr(0, 100), HasSubstr("line 0 of a very long story"));
  EXPECT_LE(output.size(), 2u << 20);
  EXPECT_LT(search.out.size(), 10'000u);
  EXPECT_EQ(search.out.find('\033'), std::string::npos) << "the program's escape sequences are passed on";
}

TEST(Output, IsShownWholeWhenAskedFor) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--show-output", "--", program("chatterbox")});
  ASSERT_EQ(search.status, 1);
  EXPECT_THAT(search.out, HasSubstr("line 20000 of a very long story"));
  const Outcome replay = workplace.run_heddle({"replay", "--show-output", "heddle-out/bug-1.schedule"});
  ASSERT_EQ(replay.status, 1);
  EXPECT_THAT(replay.out, HasSubstr("line 20000 of a very long story"));
}

TEST(Input, IsGivenToEachExecution) {
  const Workplace workplace;
  const std::vector<std::string> arguments = {"run", "--executions",    "50",
                                              "--",  program("reader"), "one two"};
  EXPECT_EQ(workplace.run_heddle(arguments, "one two").status, 0);
  EXPECT_EQ(workplace.run_heddle(arguments, "one").status, 1);
  EXPECT_EQ(workplace.run_heddle(arguments).status, 1);
}

TEST(Input, IsGivenToReplays) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("echo")}, "one\ntwo\n");
  ASSERT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(workplace.read("heddle-out/bug-1.output"), HasSubstr("input [one\ntwo\n]"));
  const Outcome replay = workplace.run_heddle({"replay", "--show-output", "heddle-out/bug-1.schedule"});
  ASSERT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("input [one\ntwo\n]"));
}

TEST(Input, DecidesWhetherTheProgramFails) {
  const Workplace workplace;
  EXPECT_EQ(workplace.run_heddle({"run", "--executions", "300", "--", program("stdin_sum")}, "7\n").status,
            0);
  EXPECT_EQ(
      workplace.run_heddle({"run", "--executions", "300", "--", program("stdin_sum")}, "1 2 3 4\n").status,
      1);
}

TEST(Arguments, ReachTheProgramAndItsReplay) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--", program("echo"), "two words", "", "--seed", "back\\slash", "new\nline", "--"});
  ASSERT_EQ(search.status, 1) << describe(search);
  const std::string expected =
      "argument [two words]\nargument []\nargument [--seed]\nargument [back\\slash]\n"
      "argument [new\nline]\nargument [--]\n";
  EXPECT_THAT(workplace.read("heddle-out/bug-1.output"), HasSubstr(expected));
  EXPECT_EQ(workplace.results().at("args"),
            Json({"two words", "", "--seed", "back\\slash", "new\nline", "--"}));
  const Outcome replay = workplace.run_heddle({"replay", "--show-output", "heddle-out/bug-1.schedule"});
  ASSERT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr(expected));
}

TEST(Arguments, DecideWhetherTheProgramFails) {
  const Workplace workplace;
  EXPECT_EQ(
      workplace.run_heddle({"run", "--executions", "300", "--", program("overdraft"), "200", "60"}).status,
      0);
  EXPECT_EQ(
      workplace.run_heddle({"run", "--executions", "300", "--", program("overdraft"), "100", "60"}).status,
      1);
}

TEST(Environment, ReachesTheProgram) {
  const Workplace workplace;
  Command command = workplace.heddle({"run", "--", program("echo")});
  command.environment["GREETING"] = "good morning";
  const Outcome search = run(command);
  ASSERT_EQ(search.status, 1) << describe(search);
  EXPECT_THAT(workplace.read("heddle-out/bug-1.output"), HasSubstr("greeting [good morning]"));
}

}  // namespace
}  // namespace heddle::e2e
