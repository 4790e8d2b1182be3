#include "strategies/exhaustive_search.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

#include "small_program.h"
#include "strategies/registry.h"

namespace heddle {
namespace {

using testing::SmallExecution;
using testing::SmallProgram;
using testing::SmallThread;

// Threads with so many accesses each.
SmallProgram threads_of(std::initializer_list<std::size_t> lengths) {
  std::vector<SmallThread> threads;
  for (const std::size_t length : lengths) threads.emplace_back(length, testing::SmallAccess{1, true, 1});
  return SmallProgram(threads);
}

// All orders in which its threads can go on; each is met once.
std::vector<std::string> all_orders(const SmallProgram& program, const std::string& strategy_name) {
  const std::unique_ptr<Strategy> strategy = std::move(*make_strategy(strategy_name));
  std::vector<std::string> orders;
  while (!strategy->facets().is_exhausted()) {
    const SmallExecution run = program.run(*strategy, orders.size());
    strategy->learn(run.execution);
    EXPECT_EQ(run.execution.end, End::kCompleted) << "none is abandoned";
    orders.push_back(run.order);
  }
  EXPECT_EQ(std::set<std::string>(orders.begin(), orders.end()).size(), orders.size()) << "no order twice";
  return orders;
}

// Leaving a thread that could go on.
unsigned preemptions(const std::string& order) {
  unsigned count = 0;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (order[i] != order[i - 1] && order.find(order[i - 1], i) != std::string::npos) ++count;
  return count;
}

TEST(ExhaustiveSearch, MeetsEveryScheduleOnce) {
  EXPECT_EQ(all_orders(threads_of({4, 4}), "dfs").size(), 70u)
      << "8! / (4! 4!): two threads, x++ and y++ each";
  EXPECT_EQ(all_orders(threads_of({2, 2}), "dfs").size(), 6u)
      << "store buffering: x = 1, read y; y = 1, read x";
  EXPECT_EQ(all_orders(threads_of({1, 1, 1, 1}), "dfs").size(), 24u) << "4!: four writers";
  EXPECT_EQ(all_orders(threads_of({2, 2, 2}), "dfs").size(), 90u) << "6! / (2! 2! 2!)";
  EXPECT_EQ(all_orders(threads_of({5}), "dfs").size(), 1u);
}

// Without preemption: an order of the threads. With one: cut one of them in two.
TEST(ExhaustiveSearch, BoundsPreemptions) {
  EXPECT_EQ(all_orders(threads_of({3, 3}), "dfs:preemptions=0").size(), 2u);
  EXPECT_EQ(all_orders(threads_of({3, 3}), "dfs:preemptions=1").size(), 2u + 2 * 2)
      << "either is cut at one of two places";
  EXPECT_EQ(all_orders(threads_of({3, 3}), "dfs:preemptions=5").size(), 20u) << "all";
  const std::vector<std::string> all = all_orders(threads_of({3, 2, 3}), "dfs");
  for (unsigned bound = 0; bound < 5; ++bound) {
    std::set<std::string> expected;
    for (const std::string& order : all)
      if (preemptions(order) <= bound) expected.insert(order);
    const std::vector<std::string> found =
        all_orders(threads_of({3, 2, 3}), "dfs:preemptions=" + std::to_string(bound));
    EXPECT_EQ(std::set<std::string>(found.begin(), found.end()), expected) << bound;
    for (std::size_t i = 1; i < found.size(); ++i)
      EXPECT_LE(preemptions(found[i - 1]), preemptions(found[i])) << "fewer come first";
  }
}

TEST(ExhaustiveSearch, BoundsDelays) {
  EXPECT_EQ(all_orders(threads_of({3, 3}), "dfs:delays=0"), std::vector<std::string>{"111222"});
  // The turn passes to the next thread at one point of 111222.
  EXPECT_EQ(all_orders(threads_of({3, 3}), "dfs:delays=1"),
            (std::vector<std::string>{"111222", "112221", "122211", "222111"}));
  EXPECT_EQ(all_orders(threads_of({2, 2, 2}), "dfs:delays=100").size(), 90u) << "all";
}

TEST(ExhaustiveSearch, SaysWhatItHasShown) {
  const std::map<std::string, std::string> claims = {
      {"dfs", "every schedule"},
      {"dfs:preemptions=1", "every schedule with at most 1 preemption"},
      {"dfs:delays=2", "every schedule with at most 2 delays"}};
  for (const auto& [name, claim] : claims) {
    const std::unique_ptr<Strategy> strategy = std::move(*make_strategy(name));
    const SmallProgram program = threads_of({2, 2});
    EXPECT_EQ(strategy->facets().claim(), "") << "not yet";
    for (std::uint64_t number = 0; !strategy->facets().is_exhausted(); ++number)
      strategy->learn(program.run(*strategy, number).execution);
    EXPECT_EQ(strategy->facets().claim(), claim);
  }
}

TEST(ExhaustiveSearch, TakesOneBoundOnly) {
  const Result<std::unique_ptr<Strategy>> both = make_strategy("dfs:preemptions=1,delays=1");
  ASSERT_FALSE(both);
  EXPECT_NE(both.error().find("exclude each other"), std::string::npos);
}

}  // namespace
}  // namespace heddle
