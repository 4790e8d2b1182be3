// `dfs` and `mcr` on programs so small that both come to an end: they reach the same states and failures, and
// `mcr` needs fewer executions.
#include <gtest/gtest.h>

#include "ended.h"

namespace heddle::e2e {
namespace {

Ended run_small(const std::string& strategy, const std::string& name) {
  return run_to_the_end(strategy, {program("small_programs"), name});
}

struct Small {
  const char* name;
  std::uint64_t executions = 0;  // that mcr needs, worked out by hand; 0: they were not
};

// Variables are volatile, points from the start; one execution more where a plain one first has to turn out
// to be shared.
constexpr Small kPrograms[] = {
    {"two_counters", 3},     // what they read: 0 0, 0 1, 1 0
    {"three_counters", 16},  // 13 (tests/strategies/mcr/mcr_test.cc), 3 of which can end with 1 or with 2
    {"store_buffering", 3},  // all but 0 0
    {"load_buffering", 3},   // all but 1 1
    {"message_passing", 3},  // all but the flag without the message
    {"independent_writers", 1},
    {"coherence", 6},  // 0 0, 0 1, 0 2, 1 1, 1 2, 2 2
    {"locked_counters", 2},
    {"two_locks", 1},
    {"lock_order", 2 + 1},  // in both orders, and the deadlock
    {"try_lock"},
    {"atomic_counters", 6},   // 3!
    {"compare_exchange", 2},  // who wins
    {"waiting"},
    {"lost_wakeup"},
    {"semaphores"},
    {"readers_and_writer"},
    {"barrier"},
    {"once"},
    {"nested_threads"},
    {"conditional_thread", 2},
    {"halves"},
    {"publication", 1 + 2},
    {"lazy_initialisation"},
    {"assertion"},
    {"three_tries", 4},
    {"final_write", 2},
    {"main_writes", 2},
    {"after_exit", 2}};

class Exhausted : public ::testing::TestWithParam<Small> {};

// What it has no model of, it leaves to dfs.
TEST_P(Exhausted, CompleteReachesWhatDfsReaches) {
  const Ended dfs = run_small("dfs", GetParam().name);
  const Ended complete = run_small("complete", GetParam().name);
  EXPECT_EQ(complete.endings, dfs.endings);
  EXPECT_FALSE(complete.claim.empty());
}

TEST_P(Exhausted, DfsAndMcrReachTheSame) {
  const Small& small = GetParam();
  const Ended dfs = run_small("dfs", small.name);
  const Ended mcr = run_small("mcr", small.name);
  EXPECT_EQ(mcr.endings, dfs.endings);
  EXPECT_LT(mcr.executions, dfs.executions) << "they all have schedules that nobody can tell apart";
  EXPECT_FALSE(mcr.claim.empty());
  if (small.executions != 0) {
    EXPECT_EQ(mcr.executions, small.executions);
  }
}

INSTANTIATE_TEST_SUITE_P(Small, Exhausted, ::testing::ValuesIn(kPrograms),
                         [](const auto& each) { return std::string(each.param.name); });

// Too many schedules for dfs.
TEST(Exhausted, McrAloneReachesAllThatIndependentReadersCanSee) {
  const Ended mcr = run_small("mcr", "independent_reads");
  EXPECT_EQ(mcr.executions, 15u) << "all but the two readers seeing the writers in different orders";
  EXPECT_EQ(mcr.endings.size(), 14u) << "one of them is the status 0";
}

}  // namespace
}  // namespace heddle::e2e
