// A thousand replays of each example's bug are the same, event by event.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

class ReplaySoak : public ::testing::TestWithParam<const char*> {};

TEST_P(ReplaySoak, IsIdentical) {
  const Workplace workplace;
  const Outcome search =
      workplace.run_heddle({"run", "--quiet", "--", program("example_" + std::string(GetParam()))});
  ASSERT_EQ(search.status, 1) << describe(search);
  Command command = workplace.heddle({"replay", "--repeat", "1000", "heddle-out/bug-1.schedule"});
  command.timeout = std::chrono::minutes(10);
  const Outcome replays = run(command);
  EXPECT_EQ(replays.status, 1) << describe(replays);
  EXPECT_THAT(replays.out, HasSubstr("1000 of 1000 replays were identical"));
}

INSTANTIATE_TEST_SUITE_P(Examples, ReplaySoak, ::testing::Values("bank", "deadlock", "lost_wakeup", "queue"),
                         [](const auto& each) { return std::string(each.param); });

}  // namespace
}  // namespace heddle::e2e
