#include "strategies/plan.h"

#include <gtest/gtest.h>

#include "lock_model.h"
#include "strategies/registry.h"

namespace heddle {
namespace {

using testing::run_model;

TEST(Plan, IsWrittenAndRead) {
  const Plan plan{{4, -3}, {{1, 17, 2}, {0, 9, -1}}};
  EXPECT_EQ(to_strategy(plan), "plan:initial=4/-3,changes=1.17.2/0.9.-1");
  Plan read;
  EXPECT_TRUE(parse_priorities("4/-3", read.initial));
  EXPECT_TRUE(parse_changes("1.17.2/0.9.-1", read.changes));
  EXPECT_EQ(read.initial, plan.initial);
  EXPECT_EQ(read.changes, plan.changes);
  EXPECT_TRUE(make_strategy(to_strategy(plan)));
  EXPECT_TRUE(make_strategy(to_strategy(Plan{})));
}

TEST(Plan, RefusesWhatIsNone) {
  for (const char* spec :
       {"plan:initial=a", "plan:initial=1//2", "plan:changes=1.2", "plan:changes=1.2.3.4",
        "plan:changes=-1.2.3", "plan:changes=99999.1.1", "plan:initial=1/", "plan:events=none"})
    EXPECT_FALSE(make_strategy(spec)) << spec;
}

TEST(Plan, ChangesAfterTheThreadsOwnEvents) {
  FollowPlan strategy({{{2, 1}, {{0, 1, 0}}}, EventClass::kAll});
  const testing::ModelOutcome outcome = run_model({{"+a", "-a"}, {"+b", "-b"}}, strategy);
  EXPECT_EQ(outcome.order, (std::vector<ThreadId>{0, 1, 1, 0}));
}

TEST(Plan, CountsNothingElse) {
  FollowPlan strategy({{{2, 1}, {{0, 1, 0}}}, EventClass::kAcquire});
  const testing::ModelOutcome outcome = run_model({{"-z", "+a", "-a"}, {"+b"}}, strategy);
  EXPECT_EQ(outcome.order, (std::vector<ThreadId>{0, 0, 1, 0})) << "the release comes before";
}

}  // namespace
}  // namespace heddle
