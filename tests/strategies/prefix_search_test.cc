#include "strategies/prefix_search.h"

#include <gtest/gtest.h>
#include <set>

#include "small_program.h"
#include "strategies/registry.h"

namespace heddle::prefix_search_test {
namespace {

using testing::SmallExecution;
using testing::SmallProgram;

SmallProgram three_threads() {
  return SmallProgram({{{1, true, 11}, {2, false, 12}, {1, false, 13}},
                       {{2, true, 21}, {1, true, 22}},
                       {{1, false, 31}, {2, true, 32}}});
}

// In the engine one copy of a strategy runs the executions, and another learns from them.
class Copies : public ::testing::TestWithParam<const char*> {};

TEST_P(Copies, ThatOnlyLearnStandWhereTheOneStandsThatRan) {
  const SmallProgram program = three_threads();
  const std::unique_ptr<Strategy> alone = std::move(*make_strategy(GetParam()));
  const std::unique_ptr<Strategy> first = std::move(*make_strategy(GetParam()));
  const std::unique_ptr<Strategy> second = std::move(*make_strategy(GetParam()));
  for (std::uint64_t number = 0; number < 300 && !alone->facets().is_exhausted(); ++number) {
    const SmallExecution expected = program.run(*alone, number);
    alone->learn(expected.execution);
    // They take turns in running.
    const SmallExecution run = program.run(number / 7 % 2 == 0 ? *first : *second, number);
    first->learn(run.execution);
    second->learn(run.execution);
    ASSERT_EQ(run.order, expected.order) << "execution " << number;
    ASSERT_EQ(run.execution.end, expected.execution.end);
  }
  EXPECT_EQ(alone->facets().is_exhausted(), first->facets().is_exhausted());
  EXPECT_EQ(alone->facets().claim(), second->facets().claim());
}

INSTANTIATE_TEST_SUITE_P(Of, Copies,
                         ::testing::Values("hars", "ars", "hars:restart=false", "hars:step=authors",
                                           "ars:step=all", "ars:step=authors,restart=false", "dfs",
                                           "dfs:preemptions=2", "dfs:delays=3"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           for (char& c : name)
                             if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
                           return name;
                         });

TEST(Prefixed, ForgetsWhenALocationTurnsOutToBeShared) {
  const SmallProgram program = three_threads();
  const std::unique_ptr<Strategy> strategy = std::move(*make_strategy("dfs"));
  std::vector<std::string> orders;
  for (std::uint64_t number = 0; number < 20; ++number) {
    SmallExecution run = program.run(*strategy, number);
    run.execution.found_shared = number == 9;
    strategy->learn(run.execution);
    orders.push_back(run.order);
  }
  for (std::size_t i = 0; i < 10; ++i) EXPECT_EQ(orders[i], orders[i + 10]);
}

TEST(Prefixed, ClaimsNothingWhenOthersDecided) {
  const SmallProgram program = three_threads();
  for (const bool others : {false, true}) {
    const std::unique_ptr<Strategy> strategy = std::move(*make_strategy("dfs"));
    for (std::uint64_t number = 0; !strategy->facets().is_exhausted(); ++number) {
      SmallExecution run = program.run(*strategy, number);
      if (others && number == 3) ++run.execution.points;
      strategy->learn(run.execution);
    }
    EXPECT_EQ(strategy->facets().claim(), others ? "" : "every schedule");
  }
}

TEST(Prefixed, SaysThatThreadsTookTurns) {
  const SmallProgram program = three_threads();
  const std::unique_ptr<Strategy> strategy = std::move(*make_strategy("dfs"));
  for (std::uint64_t number = 0; !strategy->facets().is_exhausted(); ++number) {
    SmallExecution run = program.run(*strategy, number);
    run.execution.points += 2;
    run.execution.tally[kTurnsTaken] += 2;
    strategy->learn(run.execution);
  }
  EXPECT_EQ(strategy->facets().claim(),
            "every schedule; threads that did nothing but wait in a loop took turns");
}

}  // namespace
}  // namespace heddle::prefix_search_test
