#include "analysis/context_switches.h"

#include <gtest/gtest.h>

namespace heddle {
namespace {

// Main creates two threads and joins them; the numbers are steps.
const Schedule kOneAfterTheOther = {{0, 10}, {1, 5}, {2, 5}, {0, 3}};
const Schedule kLostUpdate = {{0, 10}, {1, 3}, {2, 5}, {1, 2}, {0, 3}};

TEST(ContextSwitches, DoNotCountWhereNobodyDecidedOnThem) {
  EXPECT_EQ(context_switches(kOneAfterTheOther, {}), 0u);
  EXPECT_EQ(context_switches({}, {}), 0u);
}

// Left before it writes, and come back to.
TEST(ContextSwitches, OfALostUpdateAreTwo) {
  const std::vector<std::uint32_t> preemptions = {13};
  EXPECT_EQ(context_switches(kLostUpdate, preemptions), 2u);
}

TEST(ContextSwitches, CountOnceWhenTheThreadIsNotComeBackTo) {
  const std::vector<std::uint32_t> preemptions = {10};
  EXPECT_EQ(context_switches({{0, 10}, {1, 3}}, preemptions), 1u);
}

TEST(ContextSwitches, CountEveryTime) {
  const std::vector<std::uint32_t> preemptions = {10, 11, 12, 13};
  EXPECT_EQ(context_switches({{0, 10}, {1, 1}, {0, 1}, {1, 1}, {0, 1}}, preemptions), 7u)
      << "four departures, and a return with each but the first";
}

TEST(ContextSwitches, AreNotThereBetweenPiecesOfOneRun) {
  const std::vector<std::uint32_t> preemptions = {10};
  EXPECT_EQ(context_switches({{0, 10}, {0, 5}}, preemptions), 0u);
}

// Thread 1 was left right before the lock that it will never get: it would have to come back to wait for it.
TEST(ContextSwitches, OfADeadlockCountTheWayIntoIt) {
  const Schedule schedule = {{0, 10}, {1, 2}, {2, 2}};
  const std::vector<std::uint32_t> preemptions = {12};
  const std::vector<ThreadId> deadlocked = {1, 2};
  EXPECT_EQ(context_switches(schedule, preemptions), 1u);
  EXPECT_EQ(context_switches(schedule, preemptions, deadlocked), 2u);
}

}  // namespace
}  // namespace heddle
