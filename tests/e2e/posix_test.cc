// The programs of tests/posix hold the interposed functions to POSIX: each passes natively, so what it checks
// is right, and then on many schedules under control, on both carriers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

class Posix : public ::testing::TestWithParam<const char*> {};

TEST_P(Posix, HoldsNatively) {
  Command command;
  command.words = {program(std::string("posix_") + GetParam(), "foreign")};
  const Outcome outcome = run(command);
  EXPECT_EQ(outcome.status, 0) << describe(outcome);
}

TEST_P(Posix, HoldsUnderControl) {
  std::string executions = HEDDLE_FULL_TESTS ? "2000" : "100";
  if (GetParam() == std::string("process_state"))
    executions = HEDDLE_FULL_TESTS ? "100" : "10";  // starts shells
  for (const char* carrier : {"contexts", "threads"}) {
    for (const char* strategy : {"random", "random:switch=0.1", "fifo"}) {
      const Workplace workplace;
      const Outcome outcome =
          workplace.run_heddle({"run", "--executions", executions, "--carrier", carrier, "--strategy",
                                strategy, "--", program(GetParam(), "posix")});
      EXPECT_EQ(outcome.status, 0) << carrier << ", " << strategy << ": " << describe(outcome);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Families, Posix,
                         ::testing::Values("c11", "cancellation", "clocks", "condition", "heap",
                                           "library_memory", "mutex", "other_locks", "process_state",
                                           "robust", "rwlock", "semaphore", "signals", "threads"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace heddle::e2e
