// However an execution ends, its bug is of the right kind and its schedule ends in the same way again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

struct Ending {
  const char* name;
  const char* kind;
  const char* named;  // in the message
};

void PrintTo(const Ending& ending, std::ostream* stream) {
  *stream << ending.name;
}

class Endings : public ::testing::TestWithParam<Ending> {};

TEST_P(Endings, AreStable) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle(
      {"run", "--quiet", "--executions", "300", "--", program("endings"), GetParam().name});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  const Json& bug = results.at("bugs").at(0);
  EXPECT_EQ(bug.at("kind"), GetParam().kind);
  EXPECT_THAT(std::string(bug.at("message")), HasSubstr(GetParam().named));
  EXPECT_EQ(bug.at("stable"), true) << describe(search);
  EXPECT_EQ(results.at("fails_always"), false);
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
}

constexpr Ending kEndings[] = {
    {"crash", "crash", "SIGSEGV"},
    {"crash_handler_exits", "crash", "SIGSEGV"},
    {"crash_handler_jumps", "exit-status", "5"},
    {"crash_action_exits", "crash", "SIGSEGV"},
    {"crash_alternate_stack", "crash", "SIGSEGV"},
    // Told by the call that they repeat: where exactly the stack ends is up to chance.
    {"overflow_48", "crash", "stack overflow (SIGSEGV) at "},
    {"overflow_2000", "crash", "stack overflow (SIGSEGV) at "},
    {"overflow_50000", "crash", "stack overflow (SIGSEGV) at "},
    {"overrun", "crash", "SIGSEGV (invalid address"},
    {"trap", "crash", "SIG"},
    {"raise", "crash", "SIGUSR1"},
    {"pthread_kill", "crash", "SIGTERM"},
    {"kill", "crash", "SIGKILL"},
    {"abort", "assertion", "abort"},
    {"abort_handler_exits", "assertion", "abort"},
    {"throw", "uncaught-exception", "an update got lost"},
    {"terminate", "assertion", "terminate"},
    {"exit", "exit-status", "6"},
    {"quick_exit", "exit-status", "6"},
    {"underscore_exit", "exit-status", "6"},
};

INSTANTIATE_TEST_SUITE_P(Ways, Endings, ::testing::ValuesIn(kEndings),
                         [](const auto& each) { return each.param.name; });

}  // namespace
}  // namespace heddle::e2e
