// A program that was not rebuilt: its synchronisation is seen, and Heddle says that nothing else is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/workplace.h"

namespace heddle::e2e {
namespace {

using ::testing::HasSubstr;

TEST(Preload, FindsTheDeadlockOfAPlainProgram) {
  const Workplace workplace;
  const Outcome search = workplace.run_heddle({"run", "--", program("lock_order_c", "foreign")});
  ASSERT_EQ(search.status, 1) << describe(search);
  const Json results = workplace.results();
  EXPECT_EQ(results.at("instrumented"), false);
  EXPECT_EQ(results.at("bugs").at(0).at("kind"), "deadlock");
  EXPECT_EQ(results.at("bugs").at(0).at("stable"), true);
  EXPECT_THAT(search.out, HasSubstr("only synchronisation was seen"));
  EXPECT_THAT(search.out, HasSubstr("heddle c++"));
  const Outcome replay = workplace.run_heddle({"replay", "heddle-out/bug-1.schedule"});
  EXPECT_EQ(replay.status, 1) << describe(replay);
  EXPECT_THAT(replay.out, HasSubstr("Failed as recorded"));
}

}  // namespace
}  // namespace heddle::e2e
