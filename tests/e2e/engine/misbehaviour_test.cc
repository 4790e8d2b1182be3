// What heddle says of programs that cannot be controlled, or that do what it cannot undo: never a silent
// pass.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <regex>

#include "support/golden.h"
#include "support/workplace.h"

namespace heddle::e2e::misbehaviour_test {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// The same on every machine: no figures, no folders, no stacks.
std::string without_figures(std::string text) {
  if (const std::size_t threads = text.find("The threads at that moment:"); threads != std::string::npos)
    text.erase(threads, std::min(text.find("Note:", threads), text.size()) - threads);
  text = std::regex_replace(text, std::regex(R"([0-9][0-9,]* steps, [0-9.]+ s(; [0-9.]+ s with shrinking)?)"),
                            "# steps, # s");
  text = std::regex_replace(text, std::regex(R"(after [0-9.]+ s and [0-9][0-9,]* steps)"),
                            "after # s and # steps");
  text = std::regex_replace(text, std::regex(R"(\n  )"), " ");
  text = std::regex_replace(text, std::regex(R"(at /[^ )]*/(misbehaviour))"), "at $1");
  // Somewhere in the loop.
  return std::regex_replace(text, std::regex(R"(was at misbehaviour.cc:[0-9]+)"), "was at misbehaviour.cc:#");
}

struct Case {
  std::string what;
  std::string configuration;
  int status;
};

TEST(Misbehaviour, IsExplained) {
  std::string told;
  for (const Case& each :
       {Case{"alone", "default", 3}, Case{"timer", "default", 3}, Case{"processor-timer", "default", 3},
        Case{"file", "default", 0}, Case{"killed", "default", 3}, Case{"spin", "foreign", 3},
        Case{"works", "default", 3}}) {
    SCOPED_TRACE(each.what);
    const Workplace workplace;
    const std::string copy = workplace.copy_of(program("misbehaviour", each.configuration), "program");
    const Outcome outcome = workplace.run_heddle({"run", "--quiet", "--strategy", "random", "--executions",
                                                  "20", "--execution-timeout", "1s", "--", copy, each.what});
    EXPECT_EQ(outcome.status, each.status) << describe(outcome);
    EXPECT_TRUE(processes_running(copy).empty());
    told +=
        "$ heddle run -- ./program " + each.what + "\n" + without_figures(outcome.out + outcome.err) + "\n";
  }
  expect_golden("misbehaviour.txt", told);
}

TEST(Misbehaviour, OfUncontrolledCallsIsNamed) {
  struct Call {
    const char* mode;
    const char* name;
  };
  for (const auto& [mode, name] : {Call{"process", "getpid at "}, Call{"file", "read at "}}) {
    for (const char* carrier : {"contexts", "threads"}) {
      SCOPED_TRACE(std::string(mode) + " " + carrier);
      const Workplace workplace;
      const Outcome outcome = workplace.run_heddle({"run", "--quiet", "--executions", "20", "--carrier",
                                                    carrier, "--", program("uncontrolled"), mode});
      EXPECT_EQ(outcome.status, 1) << describe(outcome);
      const Json bug = workplace.results().at("bugs").at(0);
      ASSERT_EQ(bug.at("stable"), false) << describe(outcome);
      ASSERT_TRUE(bug.contains("differing_answers")) << bug.dump(2);
      const std::vector<std::string> calls = bug.at("differing_answers");
      EXPECT_THAT(calls, Contains(AllOf(StartsWith(name), HasSubstr("uncontrolled.cc:"))));
      EXPECT_THAT(outcome.out, HasSubstr("the system answered differently to"));
    }
  }
}

TEST(Misbehaviour, ALimitOfTheAddressSpaceIsNamed) {
  const Workplace workplace;
  Command command = workplace.heddle({"run", "--", program("lost_update")});
  command.words.insert(command.words.begin(), {"/bin/sh", "-c", "ulimit -v 1000000; exec \"$@\"", "sh"});
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 3) << describe(outcome);
  EXPECT_THAT(outcome.err, HasSubstr("ulimit -v"));
}

// A failure that depends on a file is not a matter of the schedule. Two replays show where it is read.
TEST(Misbehaviour, IsNamedByThePlaceWhereReplaysDiffer) {
  const Workplace workplace;
  const Outcome outcome =
      workplace.run_heddle({"run", "--quiet", "--isolation", "fork", "--strategy", "random", "--executions",
                            "10", "--", program("misbehaviour"), "counts"});
  EXPECT_EQ(outcome.status, 1) << describe(outcome);
  EXPECT_THAT(outcome.out, HasSubstr("two replays differ first at step ")) << describe(outcome);
  const Json difference = workplace.results().at("bugs").at(0).at("first_difference");
  EXPECT_EQ(difference.at("thread"), "main.0");
  for (const char* place : {"after", "one", "other"})
    EXPECT_THAT(difference.at(place).get<std::string>(), HasSubstr("misbehaviour.cc:")) << place;
  EXPECT_NE(difference.at("one"), difference.at("other"));
}

}  // namespace
}  // namespace heddle::e2e::misbehaviour_test
