#include "strategies/adaptive_search.h"

#include <gtest/gtest.h>
#include <set>

#include "small_program.h"
#include "strategies/registry.h"

namespace heddle {
namespace {

using testing::SmallExecution;
using testing::SmallProgram;

// Figure 1 of the paper: both threads read `store` in statement 4 and write it in statement 5. Section III
// leaves the main thread out.
constexpr LocationId kStore = 7;
constexpr SiteId kS4 = 4, kS5 = 5;

SmallProgram book_store() {
  SmallProgram program(
      {{{kStore, false, kS4}, {kStore, true, kS5}}, {{kStore, false, kS4}, {kStore, true, kS5}}});
  program.fails = [](const std::string& order) { return order != "1122" && order != "2211"; };
  return program;
}

struct Observed {
  std::vector<AdaptiveSearch::Sorting> sortings;
  std::vector<std::string> completed;
  std::unique_ptr<Prefixed> strategy;
  AdaptiveSearch* search = nullptr;
};

// Runs it until so many executions are complete.
Observed observe(const AdaptiveOptions& options, std::uint64_t first_number, std::size_t executions = 2) {
  Observed result;
  auto search = std::make_unique<AdaptiveSearch>(options);
  result.search = search.get();
  search->observe([&](const AdaptiveSearch::Sorting& sorting) { result.sortings.push_back(sorting); });
  result.strategy = std::make_unique<Prefixed>(std::move(search), ExitRule::kHeld);
  const SmallProgram program = book_store();
  for (std::uint64_t number = first_number; result.completed.size() < executions; ++number) {
    const SmallExecution run = program.run(*result.strategy, number);
    result.strategy->learn(run.execution);
    if (run.execution.end != End::kAbandoned) result.completed.push_back(run.order);
  }
  return result;
}

std::vector<ThreadId> choices_of(const ScheduleTree& tree, const Subtrace& subtrace) {
  std::vector<ThreadId> choices = tree.path_to(subtrace.parent);
  choices.push_back(subtrace.thread);
  return choices;
}

// As the paper supposes: C0 is t1 t1 t2 t2, and <t1.s4> is drawn in the first iteration.
bool goes_as_in_the_paper(const Observed& observed) {
  return observed.completed[0] == "1122" &&
         observed.sortings[0].queue[observed.sortings[0].chosen].thread == 1;
}

class WorkedExample : public ::testing::TestWithParam<PatternDistance::Reading> {};

TEST_P(WorkedExample, GoesAsInSectionThree) {
  AdaptiveOptions options;
  options.queue = 2;
  options.distance = GetParam();
  std::uint64_t number = 0;
  Observed observed = observe(options, number);
  while (!goes_as_in_the_paper(observed)) observed = observe(options, number += 100);
  const ScheduleTree& tree = observed.search->tree();
  ASSERT_EQ(observed.sortings.size(), 3u);

  // Iteration 1: no patterns, nothing to tell the two apart.
  const AdaptiveSearch::Sorting& first = observed.sortings[0];
  ASSERT_EQ(first.queue.size(), 2u);
  for (const Subtrace& each : first.queue) {
    EXPECT_EQ(each.distance, 0u);
    EXPECT_EQ(each.values.of(Heuristic::kTsf), 0);
    EXPECT_EQ(each.values.of(Heuristic::kWop), 0);
    EXPECT_EQ(each.values.of(Heuristic::kSvc), 1);
  }
  EXPECT_EQ(first.degree, 1);

  // Iteration 2: <t1.s4, t1.s5> is pruned, it has only C0 below it; TSF tells the others apart.
  const AdaptiveSearch::Sorting& second = observed.sortings[1];
  ASSERT_EQ(second.queue.size(), 2u);
  std::set<std::vector<ThreadId>> queue;
  for (const Subtrace& each : second.queue) {
    queue.insert(choices_of(tree, each));
    EXPECT_EQ(each.distance, 0u);
    EXPECT_EQ(each.values.of(Heuristic::kTsf), each.parent == ScheduleTree::kRoot ? 0 : 1);
    EXPECT_EQ(each.values.of(Heuristic::kWop), 0);
    EXPECT_EQ(each.values.of(Heuristic::kSvc), 1);
  }
  EXPECT_EQ(queue, (std::set<std::vector<ThreadId>>{{1, 2}, {2}}));
  EXPECT_EQ(second.by, Heuristic::kTsf);
  EXPECT_EQ(second.degree, 2);
  EXPECT_EQ(choices_of(tree, second.queue[second.chosen]), (std::vector<ThreadId>{1, 2}));

  // Iteration 3: both continuations have a new pattern, TSF chooses between them.
  const AdaptiveSearch::Sorting& third = observed.sortings[2];
  ASSERT_EQ(third.queue.size(), 3u);
  const std::uint32_t far = GetParam() == PatternDistance::Reading::kNew ? 1 : 2;
  for (const Subtrace& each : third.queue) {
    const bool is_new = each.parent != ScheduleTree::kRoot;
    EXPECT_EQ(each.distance, is_new ? far : 0);
    if (is_new) {
      EXPECT_EQ(each.values.of(Heuristic::kTsf), each.thread == 1 ? 2 : 1);
      EXPECT_DOUBLE_EQ(each.values.of(Heuristic::kWop), 1.0 / 3);
      EXPECT_EQ(each.values.of(Heuristic::kSvc), 1);
    }
  }
  EXPECT_EQ(third.by, Heuristic::kTsf);
  EXPECT_EQ(third.degree, 1.5);
  EXPECT_EQ(choices_of(tree, third.queue[third.chosen]), (std::vector<ThreadId>{1, 2, 1}));

  EXPECT_EQ(observed.completed[1], "1212") << "t1.s4 t2.s4 t1.s5 t2.s5";
}

INSTANTIATE_TEST_SUITE_P(Of, WorkedExample,
                         ::testing::Values(PatternDistance::Reading::kNew,
                                           PatternDistance::Reading::kMissing),
                         [](const auto& parameter) {
                           return parameter.param == PatternDistance::Reading::kNew ? "New" : "Missing";
                         });

// Main, of which the example says nothing else, starts the threads and joins them: that they run after it is
// no switch of iteration 1.
TEST(AdaptiveSearch, CountsSwitchesBetweenChoices) {
  const HeuristicReading choices, events{.switches = HeuristicReading::Switches::kEvents};
  const auto access = [](ThreadId thread, bool write) {
    return Event{kStore, write ? kS5 : kS4, thread, write ? OperationKind::kWrite : OperationKind::kRead, 4,
                 0};
  };
  HeuristicValues values;
  values.add({kNoLocation, 19, 0, OperationKind::kThreadJoin, 0, 0}, false);
  const auto expect = [&](double between_choices, double between_events) {
    EXPECT_EQ(values.of(Heuristic::kTsf, choices), between_choices);
    EXPECT_EQ(values.of(Heuristic::kTsf, events), between_events);
  };
  expect(0, 0);
  values.choose(1);
  values.add(access(1, false), true);
  expect(0, 1);  // <t1.s4>: the paper prints 0
  values.choose(2);
  values.add(access(2, false), false);
  expect(1, 2);  // <t1.s4, t2.s4>: the paper prints 1
  values.choose(1);
  values.add(access(1, true), false);
  expect(2, 3);  // <t1.s4, t2.s4, t1.s5>: the paper prints 2
  values.add(access(2, true), false);
  expect(2, 4);  // t1 has ended: no choice
}

// The worked example with all continuations executed, one after the other, before one is selected. A forced
// move belongs to the step before it, so the second step executes whole traces, of which the first one fails.
TEST(AdaptiveSearch, AsTheAuthorsStepsQueuesTracesThatPass) {
  AdaptiveOptions options;
  options.queue = 3;  // of which two are left when one was taken
  options.step = AdaptiveOptions::Step::kAuthors;
  std::uint64_t number = 0;
  Observed observed = observe(options, number);
  while (!goes_as_in_the_paper(observed)) observed = observe(options, number += 100);
  const ScheduleTree& tree = observed.search->tree();
  ASSERT_EQ(observed.sortings.size(), 2u);

  const AdaptiveSearch::Sorting& first = observed.sortings[0];
  ASSERT_EQ(first.queue.size(), 2u);
  for (const Subtrace& each : first.queue) {
    EXPECT_EQ(each.values.of(Heuristic::kTsf), 0);
    EXPECT_EQ(each.values.of(Heuristic::kWop), 0);
    EXPECT_EQ(each.values.of(Heuristic::kSvc), 1);
    EXPECT_EQ((*each.state).continuations, (std::vector<ThreadId>{1, 2})) << "it has been executed";
  }

  // <t1.s4, t1.s5> is C0, and pruned.
  const AdaptiveSearch::Sorting& second = observed.sortings[1];
  ASSERT_EQ(second.queue.size(), 2u);
  EXPECT_EQ(choices_of(tree, second.queue[second.chosen]), (std::vector<ThreadId>{1, 2}));
  EXPECT_EQ(second.by, Heuristic::kTsf);
  EXPECT_EQ(second.degree, 2);
  EXPECT_EQ(observed.completed, (std::vector<std::string>{"1122", "1221"}));
}

// Two writes on one line: the pattern of the second one with the read is that of the first one.
TEST(AdaptiveSearch, TakesLinesForPlaces) {
  SmallProgram program({{{kStore, true, 11}, {kStore, true, 12}}, {{kStore, false, 21}}});
  const auto distance_of_the_first_write_and_the_read = [&](const std::vector<SiteLine>& lines) {
    AdaptiveOptions options;
    options.lines = lines;
    options.heuristics = false;
    std::optional<std::uint32_t> distance;
    for (std::uint64_t first = 0; !distance; first += 10) {
      auto search = std::make_unique<AdaptiveSearch>(options);
      AdaptiveSearch& observed = *search;
      Prefixed strategy(std::move(search), ExitRule::kHeld);
      const SmallExecution passed = program.run(strategy, first);
      if (passed.order != "112") continue;
      strategy.learn(passed.execution);
      observed.observe([&](const AdaptiveSearch::Sorting& sorting) {
        for (const Subtrace& each : sorting.queue)
          if (choices_of(observed.tree(), each) == std::vector<ThreadId>{1, 2}) distance = each.distance;
      });
      strategy.learn(program.run(strategy, first + 1).execution);
    }
    return *distance;
  };
  EXPECT_EQ(distance_of_the_first_write_and_the_read({}), 1u);
  EXPECT_EQ(distance_of_the_first_write_and_the_read({{10, 10}, {20, 20}}), 0u);
  EXPECT_EQ(distance_of_the_first_write_and_the_read({{10, 10}, {11, 11}, {20, 20}}), 1u);
}

// t1 does two steps more than t2, in all orders: so many there are.
SmallProgram three_threads() {
  return SmallProgram({{{1, true, 11}, {2, false, 12}, {1, false, 13}},
                       {{2, true, 21}, {1, true, 22}},
                       {{1, false, 31}, {2, true, 32}}});
}

TEST(AdaptiveSearch, DrawsBetweenEqualsAfterTheColdStart) {
  const auto uses_heuristics = [](std::uint64_t cold) {
    AdaptiveOptions options;
    options.cold = cold;
    std::uint64_t number = 0;
    Observed observed = observe(options, number);
    while (!goes_as_in_the_paper(observed)) observed = observe(options, number += 100);
    return std::ranges::any_of(observed.sortings, [](const auto& sorting) { return sorting.by.has_value(); });
  };
  EXPECT_TRUE(uses_heuristics(0));
  EXPECT_FALSE(uses_heuristics(1));
  EXPECT_TRUE(uses_heuristics(2));
}

TEST(AdaptiveSearch, EndsWhenEveryScheduleIsComplete) {
  for (const std::string name : {"hars", "hars:restart=false", "hars:queue=1", "hars:patterns=falcon",
                                 "hars:distance=missing", "hars:threads=ignore"}) {
    const std::unique_ptr<Strategy> strategy = std::move(*make_strategy(name));
    const SmallProgram program = three_threads();
    std::multiset<std::string> orders;
    for (std::uint64_t number = 0; !strategy->facets().is_exhausted() && number < 100'000; ++number) {
      const SmallExecution run = program.run(*strategy, number);
      strategy->learn(run.execution);
      if (run.execution.end == End::kCompleted) orders.insert(run.order);
    }
    EXPECT_EQ(orders.size(), 210u) << name << ": 7! / (3! 2! 2!), each once";
    EXPECT_EQ(std::set<std::string>(orders.begin(), orders.end()).size(), 210u) << name;
    EXPECT_EQ(strategy->facets().claim(), "every schedule in which the process ends last");
  }
}

TEST(AdaptiveSearch, CompletesEveryScheduleWithAllContinuations) {
  for (const std::string name : {"hars:step=all", "hars:step=authors"}) {
    const std::unique_ptr<Strategy> strategy = std::move(*make_strategy(name));
    const SmallProgram program = three_threads();
    std::multiset<std::string> orders;
    std::uint64_t selected = 0;
    for (std::uint64_t number = 0; !strategy->facets().is_exhausted() && number < 20'000; ++number) {
      const SmallExecution run = program.run(*strategy, number);
      strategy->learn(run.execution);
      selected += run.execution.tally[AdaptiveSearch::kSelectedTraces];
      if (run.execution.end == End::kCompleted) orders.insert(run.order);
    }
    EXPECT_EQ(std::set<std::string>(orders.begin(), orders.end()).size(), 210u) << name;
    EXPECT_EQ(strategy->facets().claim(), "every schedule in which the process ends last");
    if (name == "hars:step=all") {
      EXPECT_EQ(orders.size(), 210u) << "each once";
      EXPECT_EQ(selected, 0u);
    } else {
      EXPECT_GT(orders.size(), 210u) << "what was executed and not selected is executed again";
      EXPECT_EQ(selected, 209u) << "each once, after a random one";
    }
  }
}

TEST(AdaptiveSearch, ArsMeetsSchedulesAgain) {
  const std::unique_ptr<Strategy> strategy = std::move(*make_strategy("ars"));
  const SmallProgram program = three_threads();
  std::multiset<std::string> orders;
  for (std::uint64_t number = 0; !strategy->facets().is_exhausted() && number < 100'000; ++number) {
    const SmallExecution run = program.run(*strategy, number);
    strategy->learn(run.execution);
    if (run.execution.end == End::kCompleted) orders.insert(run.order);
  }
  EXPECT_GT(orders.size(), 210u);
  EXPECT_EQ(std::set<std::string>(orders.begin(), orders.end()).size(), 210u);
}

}  // namespace
}  // namespace heddle
