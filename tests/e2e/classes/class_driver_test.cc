// Tests of a class as data, run in a driver under control: what they must show, and that none harms the next.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "classes/run/class_search.h"
#include "classes/run/driver_process.h"
#include "classes/run/judge.h"
#include "host/program_file.h"

namespace heddle::classes {
namespace {

using ::testing::ElementsAre;
using ::testing::Gt;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;
using Verdict = Judgement::Verdict;

enum ShelfOperation : std::uint32_t {
  kAdd,
  kLockedAdd,
  kTake,
  kAddAndWake,
  kMoveTo,
  kRefuse,
  kEnterAlone,
  kSpoil
};
enum ShelfConstructor : std::uint32_t { kShelf, kNoShelf };

const Observation kValueOnly = {1, {1, 0}};

TestCase two_threads(Call first, Call second, CallSequence before = {}) {
  before.insert(before.begin(), {kShelf, {}});
  return {std::move(before), {{std::move(first)}, {std::move(second)}}};
}

Call call(std::uint32_t operation) {
  return {operation, {0}};
}

class ClassDriver : public ::testing::Test {
 protected:
  void SetUp() override {
    const Result<host::ProgramFile> file = host::inspect_program(HEDDLE_TEST_CASES);
    ASSERT_TRUE(file.ok()) << file.error();
    launch_.program = *file;
    launch_.runtime_library = HEDDLE_TEST_RUNTIME;
    Result<std::unique_ptr<DriverProcess>> started = DriverProcess::start(launch_);
    ASSERT_TRUE(started.ok()) << started.error();
    driver_ = std::move(*started);
  }

  static ScheduleBudget budget() {
    ScheduleBudget budget;
    budget.executions = 60;
    return budget;
  }

  TestRun run(const TestCase& test, const Observation& observation = kValueOnly) {
    Result<TestRun> made = driver_->run({test, observation, budget()}, nullptr);
    EXPECT_TRUE(made.ok()) << made.error();
    return made ? std::move(*made) : TestRun{};
  }

  OrdersRun run_orders(const TestCase& test, const std::vector<Order>& orders,
                       const Observation& observation = kValueOnly) {
    Result<OrdersRun> made = driver_->run_orders(test, observation, orders);
    EXPECT_TRUE(made.ok()) << made.error();
    return made ? std::move(*made) : OrdersRun{};
  }

  Judgement judged(const TestCase& test, const Observation& observation = kValueOnly) {
    return Judge(*driver_, {}).judge(test, observation, run(test, observation));
  }

  // What the threads' calls gave and the final state, a text for each execution that was different.
  static std::set<std::string> shown(const TestRun& run) {
    std::set<std::string> texts;
    for (const SeenHistory& each : run.histories) {
      std::string results[2];
      for (const HistoryCall& made : each.told.history.calls)
        results[made.thread] += made.outcome ? to_text(*made.outcome) : "pending";
      texts.insert(results[0] + ", " + results[1] + ", " +
                   each.told.history.final_state.value_or("no state"));
    }
    return texts;
  }

  void expect_unharmed() {
    const TestRun after = run(two_threads(call(kLockedAdd), call(kLockedAdd)));
    EXPECT_THAT(shown(after), UnorderedElementsAre("returned 1, returned 2, value() is 2",
                                                   "returned 2, returned 1, value() is 2"));
    EXPECT_THAT(after.failures, IsEmpty());
    EXPECT_EQ(after.executions, 60u);
  }

  host::LaunchOptions launch_;
  std::unique_ptr<DriverProcess> driver_;
};

// Tests that were expected may have been run by any process, in any order.
TEST_F(ClassDriver, ShowsTheSameWhoeverRunsTheTest) {
  const TestCase tests[] = {
      two_threads(call(kAdd), call(kAddAndWake)), two_threads(call(kEnterAlone), call(kMoveTo)),
      two_threads(call(kTake), call(kAdd), {call(kAdd)}), two_threads(call(kAdd), call(kAddAndWake)),
      two_threads(call(kLockedAdd), call(kAdd))};
  const auto all_shown = [&](unsigned jobs, bool in_reverse) {
    driver_ = std::move(*DriverProcess::start(launch_, jobs, {}));
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < std::size(tests); ++i) {
      std::vector<TestRequest> next;
      for (std::size_t other = i; other < std::size(tests) && jobs > 1; ++other)
        next.push_back({tests[other], kValueOnly, budget()});
      if (in_reverse) std::ranges::reverse(next);
      driver_->expect(next);
      const TestRun run = this->run(tests[i]);
      std::string text =
          std::to_string(run.executions) + " executions, " + std::to_string(run.failed) + " failed";
      for (const SeenHistory& each : run.histories) text += ", " + std::to_string(each.times);
      texts.push_back(std::move(text));
    }
    return texts;
  };
  const std::vector<std::string> one_by_one = all_shown(1, false);
  EXPECT_EQ(all_shown(3, false), one_by_one);
  EXPECT_EQ(all_shown(3, true), one_by_one);
}

TEST_F(ClassDriver, ShowsTheHistoriesThatThereAre) {
  const TestRun run = this->run(two_threads(call(kAdd), call(kAdd)));
  EXPECT_THAT(shown(run), UnorderedElementsAre("returned 1, returned 2, value() is 2",
                                               "returned 2, returned 1, value() is 2",
                                               "returned 1, returned 1, value() is 1"));
  std::uint64_t times = 0;
  for (const SeenHistory& each : run.histories) times += each.times;
  EXPECT_EQ(times, run.executions);
  EXPECT_EQ(run.executions, 60u);
  expect_unharmed();
}

TEST_F(ClassDriver, MakesTheSameOfTheSameSeed) {
  const TestCase test = two_threads(call(kAdd), call(kAdd), {call(kAdd)});
  const TestRun first = run(test), second = run(test);
  ASSERT_EQ(first.histories.size(), second.histories.size());
  for (std::size_t i = 0; i < first.histories.size(); ++i)
    EXPECT_EQ(first.histories[i].times, second.histories[i].times);
}

TEST_F(ClassDriver, OrdersThatWereExpectedAreMadeWhileATestRuns) {
  const TestCase test = {{{kShelf, {}}}, {{call(kAdd)}, {call(kTake)}}};
  const TestCase other = {{{kShelf, {}}, call(kAdd)}, {{call(kAdd)}, {call(kTake)}}};
  const std::vector<Order> orders = {{0, 1}};
  for (const TestCase& expected : {test, other}) {
    driver_->expect_orders(std::vector<OrdersRequest>{{expected, kValueOnly, orders}});
    EXPECT_EQ(run(test).executions, 60u);
    const OrdersRun made = run_orders(test, orders);
    ASSERT_THAT(made.orders, SizeIs(1));
    EXPECT_EQ(made.orders[0].final_state, "value() is 0");
  }
  EXPECT_EQ(run_orders(other, orders).orders.at(0).final_state, "value() is 1");
  expect_unharmed();
}

TEST_F(ClassDriver, MakesCallsInOrders) {
  const TestCase test = {{{kShelf, {}}, call(kAdd)}, {{call(kAdd), call(kRefuse)}, {call(kLockedAdd)}}};
  const OrdersRun run = run_orders(test, {{0, 1, 2}, {2, 0, 1}, {2}});
  EXPECT_FALSE(run.failure);
  ASSERT_THAT(run.orders, SizeIs(3));
  EXPECT_THAT(
      run.orders[0].outcomes,
      ElementsAre(Outcome::value("2"), Outcome::exception("std::runtime_error"), Outcome::value("3")));
  EXPECT_EQ(run.orders[0].final_state, "value() is 3");
  EXPECT_THAT(run.orders[1].outcomes, ElementsAre(Outcome::value("2"), Outcome::value("3"),
                                                  Outcome::exception("std::runtime_error")));
  EXPECT_EQ(run.orders[2].final_state, "value() is 2");
}

TEST_F(ClassDriver, JudgesALostUpdate) {
  const Judgement judgement = judged(two_threads(call(kAdd), call(kAdd)));
  EXPECT_EQ(judgement.verdict, Verdict::kWrong);
  ASSERT_TRUE(judgement.violation);
  EXPECT_EQ(judgement.violation->kind, FailureKind::kNotLinearizable);
  EXPECT_EQ(judged(two_threads(call(kLockedAdd), call(kLockedAdd))).verdict, Verdict::kRight);
}

TEST_F(ClassDriver, SurvivesACrash) {
  const TestRun run = this->run(two_threads(call(kEnterAlone), call(kEnterAlone)));
  ASSERT_THAT(run.failures, SizeIs(Gt(0u)));
  EXPECT_EQ(run.failures[0].failure.kind, FailureKind::kCrash);
  EXPECT_TRUE(run.failures[0].told.is_ready);
  EXPECT_THAT(run.failures[0].told.history.calls, SizeIs(2));
  EXPECT_THAT(run.histories, SizeIs(Gt(0u)));
  expect_unharmed();
  EXPECT_EQ(judged(two_threads(call(kEnterAlone), call(kEnterAlone))).violation->kind, FailureKind::kCrash);
  expect_unharmed();
}

TEST_F(ClassDriver, SurvivesADeadlock) {
  const TestCase test = two_threads({kMoveTo, {0, 1}}, {kMoveTo, {1, 0}});
  const TestRun run = this->run(test, {2, {1, 0}});
  ASSERT_THAT(run.failures, SizeIs(Gt(0u)));
  EXPECT_EQ(run.failures[0].failure.kind, FailureKind::kDeadlock);
  EXPECT_EQ(judged(test, {2, {1, 0}}).violation->kind, FailureKind::kDeadlock);
  expect_unharmed();
}

TEST_F(ClassDriver, GoesOnWhereACallBeforeTheThreadsThrows) {
  const TestRun run =
      this->run(two_threads(call(kLockedAdd), call(kLockedAdd), {call(kAdd), call(kRefuse), call(kAdd)}));
  ASSERT_THAT(run.histories, SizeIs(Gt(0u)));
  EXPECT_THAT(run.histories[0].told.prefix_threw, ElementsAre(1));
  EXPECT_THAT(shown(run), UnorderedElementsAre("returned 3, returned 4, value() is 4",
                                               "returned 4, returned 3, value() is 4"));
}

TEST_F(ClassDriver, KnowsThatThereIsNoObject) {
  TestCase test = two_threads(call(kAdd), call(kAdd));
  test.prefix[0].operation = kNoShelf;
  const TestRun run = this->run(test);
  ASSERT_THAT(run.histories, SizeIs(1));
  EXPECT_FALSE(run.histories[0].told.is_ready);
  EXPECT_EQ(judged(test).verdict, Verdict::kNoTest);
  expect_unharmed();
}

TEST_F(ClassDriver, DoesNotCountWhatBlocksBeforeTheThreads) {
  EXPECT_EQ(judged(two_threads(call(kAdd), call(kAdd), {call(kTake)})).verdict, Verdict::kNoTest);
  expect_unharmed();
}

TEST_F(ClassDriver, LetsCallsWaitForEachOther) {
  const OrdersRun alone = run_orders(two_threads(call(kTake), call(kAddAndWake)), {{1, 0}, {0, 1}});
  ASSERT_TRUE(alone.failure);
  EXPECT_EQ(alone.failure->kind, FailureKind::kDeadlock);
  ASSERT_THAT(alone.orders, SizeIs(2));
  EXPECT_EQ(alone.orders[0].final_state, "value() is 0");
  EXPECT_THAT(alone.orders[1].outcomes, IsEmpty());
  EXPECT_EQ(judged(two_threads(call(kTake), call(kAddAndWake))).verdict, Verdict::kRight);
  // Nobody ever comes: that is how it is meant.
  const TestCase for_ever = two_threads(call(kTake), call(kTake));
  EXPECT_THAT(run(for_ever).failures, SizeIs(Gt(0u)));
  EXPECT_EQ(judged(for_ever).verdict, Verdict::kRight);
  expect_unharmed();
}

TEST_F(ClassDriver, FindsTheObserverThatFails) {
  const Judgement judgement = judged(two_threads(call(kSpoil), call(kAdd)), {1, {1, 1}});
  EXPECT_EQ(judgement.verdict, Verdict::kNotKnown);
  EXPECT_EQ(judgement.failing_observer, 1u);
  EXPECT_FALSE(judgement.violation);
  EXPECT_EQ(judged(two_threads(call(kSpoil), call(kAdd))).verdict, Verdict::kRight);
}

// ---- The whole search.

Operations shelf() {
  ClassModel model;
  model.name = "Shelf";
  const auto add = [&](const char* name, TypeCategory returns) -> Method& {
    Method& method = model.methods.emplace_back();
    method.name = name;
    method.returns.category = returns;
    method.not_seen = {"its body"};  // so that observers look after all of them
    return method;
  };
  add("Shelf", TypeCategory::kVoid).is_constructor = true;
  for (const char* name : {"add", "locked_add"}) add(name, TypeCategory::kInteger);
  for (const char* name : {"take", "add_and_wake"}) add(name, TypeCategory::kVoid);
  Parameter other;
  other.type.category = TypeCategory::kSameClass;
  add("move_to", TypeCategory::kVoid).parameters = {other};
  for (const char* name : {"refuse", "enter_alone", "spoil"}) add(name, TypeCategory::kVoid);
  add("value", TypeCategory::kInteger).is_const = true;
  add("look_closely", TypeCategory::kBool).is_const = true;
  return Operations(model);
}

class ShelfSearch : public ClassDriver {
 protected:
  ClassSearchResult search(const ClassSearchOptions& options) {
    const Operations operations = shelf();
    ClassSearch search(*driver_, *driver_, operations, options, nullptr);
    Result<ClassSearchResult> result = search.run();
    EXPECT_TRUE(result.ok()) << result.error();
    return result ? std::move(*result) : ClassSearchResult{};
  }
};

std::size_t calls_in(const TestCase& test) {
  std::size_t calls = test.prefix.size();
  for (const CallSequence& suffix : test.suffixes) calls += suffix.size();
  return calls;
}

// An observer that fails by itself is given up, and its tests are judged without it.
TEST_F(ShelfSearch, FindsAndMakesSmaller) {
  ClassSearchOptions options;
  options.algorithm.name = "contege";
  options.schedules.executions = 30;
  const ClassSearchResult result = search(options);
  ASSERT_TRUE(result.violation);
  EXPECT_EQ(result.not_known, 0u);
  EXPECT_GT(result.shrinking_tests, 0u);
  EXPECT_LT(calls_in(result.violation->test), calls_in(*result.found_with));
}

TEST_F(ShelfSearch, DoesNotMakeSmallerForEver) {
  ClassSearchOptions options;
  options.algorithm.name = "contege";
  options.schedules.executions = 30;
  options.shrinking_seconds = 0;
  const ClassSearchResult result = search(options);
  ASSERT_TRUE(result.violation);
  EXPECT_EQ(result.shrinking_tests, 0u);
  EXPECT_EQ(result.violation->test, *result.found_with);
}

TEST(Algorithms, ThatThereAreNotAreRefused) {
  EXPECT_FALSE(parse_algorithm("telepathy"));
  EXPECT_FALSE(parse_algorithm("bc-contest:groups=maybe"));
  EXPECT_TRUE(parse_algorithm("bc-contest:groups=off"));
}

}  // namespace
}  // namespace heddle::classes
