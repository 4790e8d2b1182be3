#include "strategies/mcr/executions.h"

#include <gtest/gtest.h>

namespace heddle::causality {
namespace {

TEST(Executions, FindOneThatHasAllOfAPart) {
  Executions executions;
  executions.add({{1, 0}, {2, 5}, {3, 0}});
  executions.add({{1, 0}, {2, 6}, {4, 7}});
  EXPECT_EQ(executions.one_with(Executed{{2, 6}, {4, 7}}), 1u);
  EXPECT_EQ(executions.one_with(Executed{{1, 0}, {2, 5}}), 0u);
  EXPECT_EQ(executions.one_with(Executed{{2, 5}, {4, 7}}), std::nullopt) << "not in the same one";
  EXPECT_EQ(executions.one_with(Executed{{2, 7}}), std::nullopt) << "no such value";
  EXPECT_EQ(executions.one_with({}), 0u) << "every execution has nothing";
}

TEST(Executions, NoneHasAnythingAtFirst) {
  EXPECT_EQ(Executions().one_with({}), std::nullopt);
}

}  // namespace
}  // namespace heddle::causality
