#include "strategies/iroot.h"

#include <gtest/gtest.h>

#include "strategies/random_walk.h"
#include "toy_program.h"

namespace heddle::iroot_test {
namespace {

using testing::ToyProgram;
using testing::ToyThread;

constexpr LocationId kX = 1, kY = 2;
constexpr OperationKind kR = OperationKind::kRead, kW = OperationKind::kWrite;

// Accesses that nobody else minds: a random walk hardly ever gets one thread through all of them while the
// other one stands still.
ToyThread much_else(LocationId own) {
  return ToyThread(40, {.location = own, .write = true, .site = 90 + own});
}

ToyProgram early_and_late(const ToyThread& early, const ToyThread& late) {
  ToyThread one = early, two = much_else(12);
  const ToyThread rest = much_else(11);
  one.insert(one.end(), rest.begin(), rest.end());
  two.insert(two.end(), late.begin(), late.end());
  return ToyProgram({one, two});
}

bool exposes(const std::vector<Event>& events, const IRoot& wanted) {
  bool found = false;
  IRootObserver observer(static_cast<IdiomSet>(1u << wanted.idiom));
  for (const Event& event : events)
    observer.add(event, [&](const IRoot& root) { found = found || root == wanted; });
  return found;
}

struct Example {
  IRoot root;
  ToyThread early, late;
};

// The root needs the late thread's accesses to come between those of the early one, or before them.
const Example kExamples[] = {
    {{1, {{{20, kW}, {10, kR}}}}, {{kX, false, 10}}, {{kX, true, 20}}},
    {{2, {{{10, kR}, {20, kW}, {11, kW}}}}, {{kX, false, 10}, {kX, true, 11}}, {{kX, true, 20}}},
    {{3, {{{10, kW}, {20, kR}, {21, kW}, {11, kR}}}},
     {{kX, true, 10}, {kX, false, 11}},
     {{kX, false, 20}, {kX, true, 21}}},
    {{4, {{{10, kW}, {20, kR}, {21, kW}, {11, kR}}}},
     {{kX, true, 10}, {kY, false, 11}},
     {{kX, false, 20}, {kY, true, 21}}},
    {{5, {{{10, kW}, {20, kW}, {21, kR}, {11, kR}}}},
     {{kX, true, 10}, {kY, false, 11}},
     {{kY, true, 20}, {kX, false, 21}}},
};

class ActiveTestingOf : public ::testing::TestWithParam<Example> {};

TEST_P(ActiveTestingOf, ExposesWhatARandomWalkDoesNot) {
  const Example& example = GetParam();
  const ToyProgram program = early_and_late(example.early, example.late);
  RandomWalk random;
  for (std::uint64_t seed = 1; seed <= 1000; ++seed)
    ASSERT_FALSE(exposes(program.run(random, seed), example.root));

  ActiveTesting active({.idioms = static_cast<IdiomSet>(1u << example.root.idiom)});
  bool exposed = false;
  for (std::uint64_t i = 0; i < 40 && !exposed; ++i) {
    const std::vector<Event> events = program.run(active, i + 1);
    exposed = exposes(events, example.root);
    Execution execution;
    execution.number = i;
    execution.events = events;
    active.learn(execution);
  }
  EXPECT_TRUE(exposed);
}

INSTANTIATE_TEST_SUITE_P(Idiom, ActiveTestingOf, ::testing::ValuesIn(kExamples),
                         [](const auto& each) { return std::to_string(each.param.root.idiom); });

// The late thread has ended: nobody has to choose who goes on.
TEST(IRootAutomaton, SeesAMoveThatNobodyChose) {
  Random random(1);
  IRootAutomaton automaton;
  automaton.begin({1, {{{20, kW}, {10, kR}}}});
  Operation read{.kind = kR, .size = 4, .site = 10, .location = kX, .address = 0x1000};
  Operation write{.kind = kW, .size = 4, .site = 20, .location = kX, .address = 0x1000};
  const std::vector<Candidate> enabled = {{1, &read}, {2, &write}};
  const Choice choice{
      .enabled = enabled, .current = 1, .current_enabled = true, .step = 0, .without_progress = 0};
  EXPECT_EQ(automaton.choose(choice, random), 2);
  automaton.executed({kX, 20, 2, kW, 4, 0});
  EXPECT_FALSE(automaton.is_exposed());
  automaton.executed({kX, 10, 1, kR, 4, 0});
  EXPECT_TRUE(automaton.is_exposed());
}

TEST(ActiveTesting, DropsWhatItCannotExpose) {
  const ToyProgram program({{{kX, true, 10}}, {{kX, false, 20}}});
  ActiveTesting active({.idioms = 1u << 1, .failures = 3});
  std::uint64_t aimed = 0;
  for (std::uint64_t i = 0; i < 60; ++i) {
    Execution execution;
    const std::vector<Event> events = program.run(active, i + 1);
    execution.events = events;
    active.learn(execution);
    aimed += active.facets().exit == ExitRule::kHeld ? 0 : 1;
  }
  EXPECT_EQ(active.candidates().exposed(), 2u) << "both orders";
  EXPECT_LT(aimed, 10u) << "nothing is left to aim at";
}

// Explorer and worker must agree on what the next execution is aimed at.
TEST(ActiveTesting, KnowsTheSameWhetherTheExecutionRanHereOrElsewhere) {
  const ToyProgram program = early_and_late({{kX, false, 10}, {kX, true, 11}}, {{kX, true, 20}});
  ActiveTesting here({.idioms = kAllIdioms}), elsewhere({.idioms = kAllIdioms});
  for (std::uint64_t i = 0; i < 20; ++i) {
    const std::vector<Event> events = program.run(here, i + 1);
    Execution execution;
    execution.number = i;
    execution.events = events;
    here.learn(execution);
    elsewhere.learn(execution);
    ASSERT_EQ(here.candidates().fewest_tried(6), elsewhere.candidates().fewest_tried(6));
    ASSERT_EQ(here.candidates().exposed(), elsewhere.candidates().exposed());
  }
}

}  // namespace
}  // namespace heddle::iroot_test
