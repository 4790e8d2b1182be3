#include "search/search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "fake_executor.h"
#include "search/messages.h"

namespace heddle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;

std::unique_ptr<Search> make(Executor& executor, const SearchSettings& settings = {}) {
  Result<std::unique_ptr<Search>> made = Search::make(settings, executor);
  EXPECT_TRUE(made) << made.error();
  return std::move(*made);
}

bool never() {
  return false;
}

TEST(Search, SpendsItsBudget) {
  FakeExecutor executor;
  const auto search = make(executor);
  EXPECT_EQ(search->run(10, never), PauseReason::kBudget);
  EXPECT_EQ(executor.asked.size(), 10u);
  EXPECT_EQ(search->totals().executions, 10u);
  EXPECT_EQ(search->run(0, never), PauseReason::kBudget);
  EXPECT_EQ(executor.asked.size(), 10u);
}

TEST(Search, GoesOnWhereItPaused) {
  FakeExecutor executor;
  const auto search = make(executor);
  search->run(2, never);
  search->run(3, never);
  std::vector<std::uint64_t> numbers;
  for (const ExecutionOptions& options : executor.asked) numbers.push_back(options.number);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 2, 3, 4));
  EXPECT_EQ(search->last().number, 4u);
}

TEST(Search, StopsWhenToldTo) {
  FakeExecutor executor;
  const auto search = make(executor);
  EXPECT_EQ(search->run(100, [&executor] { return executor.asked.size() == 3; }), PauseReason::kStopped);
  EXPECT_EQ(search->totals().executions, 3u);
  EXPECT_EQ(search->run(5, [] { return true; }), PauseReason::kStopped);
  EXPECT_EQ(executor.asked.size(), 3u);
}

TEST(Search, GivesEachExecutionItsOwnSeedAndTheCommonOptions) {
  SearchSettings settings;
  settings.seed = 42;
  settings.execution.random_seed = 7;
  settings.execution.step_limit = 11;
  settings.execution.granularity = Granularity::kAll;
  settings.execution.expected_exit = 3;
  FakeExecutor executor;
  const auto search = make(executor, settings);
  search->run(20, never);
  ASSERT_EQ(executor.asked.size(), 20u);
  for (const ExecutionOptions& options : executor.asked) {
    EXPECT_EQ(options.seed, seed_of_execution(42, options.number));
    EXPECT_EQ(options.hold_exit, exit_is_held(42, options.number));
    EXPECT_EQ(options.random_seed, 7u);
    EXPECT_EQ(options.step_limit, 11u);
    EXPECT_EQ(options.granularity, Granularity::kAll);
    EXPECT_EQ(options.expected_exit, 3);
  }
}

TEST(Search, PausesAtAFailureNotSeenBefore) {
  FakeExecutor executor({ended(End::kCompleted), failed_at(10), failed_at(20), ended(End::kCompleted)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(10, never), PauseReason::kFailure);
  EXPECT_EQ(search->last().failure.site, 10u);
  EXPECT_EQ(search->last().number, 1u);
  EXPECT_EQ(search->run(10, never), PauseReason::kFailure);
  EXPECT_EQ(search->last().failure.site, 20u);
  EXPECT_EQ(search->run(10, never), PauseReason::kBudget);
  EXPECT_EQ(search->totals().failed, 2u);
}

TEST(Search, CountsTheSameFailureWithoutPausingAgain) {
  FakeExecutor executor({failed_at(10, 1), failed_at(10, 2), failed_at(10, 3), ended(End::kCompleted)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(10, never), PauseReason::kFailure);
  EXPECT_EQ(search->run(9, never), PauseReason::kBudget);
  EXPECT_THAT(search->failures(), ElementsAre(Pair(failed_at(10).failure.signature(), 3)));
  EXPECT_EQ(search->totals().failed, 3u);
  EXPECT_EQ(search->totals().executions, 10u);
}

TEST(Search, DoesNotCountAbandonedExecutions) {
  const Execution abandoned = ended(End::kAbandoned);
  FakeExecutor executor({abandoned, ended(End::kCompleted), abandoned, abandoned, ended(End::kCompleted)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(5, never), PauseReason::kBudget);
  EXPECT_EQ(search->totals().executions, 5u);
  EXPECT_EQ(search->totals().abandoned, 3u);
  EXPECT_EQ(executor.asked.size(), 8u);
}

TEST(Search, CanBeStoppedWhileEverythingIsAbandoned) {
  FakeExecutor executor({ended(End::kAbandoned)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(5, [&executor] { return executor.asked.size() == 50; }), PauseReason::kStopped);
  EXPECT_EQ(search->totals().executions, 0u);
}

TEST(Search, PausesWhenAnExecutionIsLost) {
  FakeExecutor executor({ended(End::kCompleted), ended(End::kLost), ended(End::kCompleted)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(10, never), PauseReason::kLost);
  EXPECT_EQ(search->last().number, 1u);
  EXPECT_EQ(search->totals().executions, 1u) << "one that vanished was not explored";
  EXPECT_EQ(search->totals().failed, 0u);
  EXPECT_THAT(search->failures(), IsEmpty());
  EXPECT_EQ(search->run(3, never), PauseReason::kBudget);
}

// It was ended because the search was to stop, and tells where it was.
TEST(Search, SaysThatItCutAnExecutionOff) {
  FakeExecutor executor({ended(End::kCompleted), ended(End::kStuck)});
  const auto search = make(executor);
  EXPECT_EQ(search->run(5, [&executor] { return executor.asked.size() == 2; }), PauseReason::kStopped);
  EXPECT_TRUE(search->was_cut_off());
  EXPECT_EQ(search->last().end, End::kStuck);
  EXPECT_EQ(search->totals().executions, 1u);
  EXPECT_EQ(search->run(5, [] { return true; }), PauseReason::kStopped);
  EXPECT_FALSE(search->was_cut_off()) << "the second time it stopped between two executions";
}

TEST(Search, CountsExecutionsThatCameToALimit) {
  Execution large = ended(End::kCompleted);
  large.beyond = set_of(Bound::kEvents) | set_of(Bound::kNames);
  Execution larger = ended(End::kCompleted);
  larger.beyond = set_of(Bound::kEvents);
  FakeExecutor executor({large, ended(End::kCompleted), larger});
  const auto search = make(executor);
  search->run(3, never);
  EXPECT_EQ(search->totals().beyond[static_cast<std::size_t>(Bound::kEvents)], 2u);
  EXPECT_EQ(search->totals().beyond[static_cast<std::size_t>(Bound::kNames)], 1u);
  EXPECT_EQ(search->totals().beyond[static_cast<std::size_t>(Bound::kOrder)], 0u);
}

TEST(Search, RemembersWhereUnjoinedThreadsWereCreated) {
  Execution one = ended(End::kCompleted);
  one.unjoined = {1, {0x12}};
  Execution both = ended(End::kCompleted);
  both.unjoined = {3, {0x34, 0x12}};
  FakeExecutor executor({ended(End::kCompleted), one, both});
  const auto search = make(executor);
  search->run(3, never);
  ASSERT_EQ(search->unjoined().size(), 2u);
  EXPECT_EQ(search->unjoined()[0].site, 0x12u);
  EXPECT_EQ(search->unjoined()[0].executions, 2u);
  EXPECT_EQ(search->unjoined()[0].first, 1u);
  EXPECT_EQ(search->unjoined()[1].site, 0x34u);
}

TEST(Search, AddsUpWhatExecutionsDid) {
  const std::vector<Event> events(4);
  Execution execution;
  execution.steps = 100;
  execution.points = 10;
  execution.switches = 3;
  execution.events = events;
  execution.recorded = 4;
  FakeExecutor executor({execution});
  const auto search = make(executor);
  search->run(5, never);
  EXPECT_EQ(search->totals().steps, 500u);
  EXPECT_EQ(search->totals().points, 50u);
  EXPECT_EQ(search->totals().switches, 15u);
  EXPECT_EQ(search->totals().events, 20u);
}

TEST(Search, CannotBeMadeWithoutAStrategy) {
  FakeExecutor executor;
  SearchSettings settings;
  settings.strategy = "no-such-thing";
  const Result<std::unique_ptr<Search>> made = Search::make(settings, executor);
  ASSERT_FALSE(made);
  EXPECT_THAT(made.error(), HasSubstr("no-such-thing"));
}

// A strategy that has seen everything after a number of executions.
class Finite : public Strategy, private Exhaustible {
 public:
  explicit Finite(int executions) : left_(executions) {}
  void begin(const RunContext&) override {}
  Decision choose(const Choice& choice) override { return Decision::go(choice.current); }
  Lesson learn(const Execution&) override {
    --left_;
    return Lesson::kNews;
  }
  Facets facets() override { return {.exhaustible = this}; }

 private:
  bool exhausted() const override { return left_ == 0; }
  std::string claim() const override { return "all four"; }

  int left_;
};

TEST(Search, EndsWhenTheStrategyHasSeenEverything) {
  FakeExecutor executor({ended(End::kCompleted), ended(End::kAbandoned)});
  Search search({}, std::make_unique<Finite>(4), executor);
  EXPECT_EQ(search.run(10, never), PauseReason::kExhausted);
  EXPECT_EQ(search.claim(), "all four");
  EXPECT_EQ(executor.asked.size(), 4u) << "abandoned executions are learnt from, too";
  EXPECT_EQ(search.totals().executions, 1u);
  EXPECT_EQ(search.run(10, never), PauseReason::kExhausted);
  EXPECT_EQ(executor.asked.size(), 4u);
}

// Wants the search to pause behind one execution, and counts.
class Onlooker : public Observer {
 public:
  Onlooker(std::uint64_t number, PauseReason reason) : number_(number), reason_(reason) {}

  std::optional<PauseReason> look_at(const Execution& execution) override {
    ++seen_;
    return execution.number == number_ ? std::optional(reason_) : std::nullopt;
  }
  void tell(SearchPaused& paused) override { paused.totals.executions += seen_; }

 private:
  std::uint64_t number_;
  PauseReason reason_;
  std::uint64_t seen_ = 0;
};

TEST(Search, PausesWhereAnObserverWantsIt) {
  FakeExecutor executor;
  const auto search = make(executor);
  search->observers.add(std::make_unique<Onlooker>(3, PauseReason::kRace));
  search->observers.add(std::make_unique<Onlooker>(5, PauseReason::kSaturated));
  EXPECT_EQ(search->run(10, never), PauseReason::kRace);
  EXPECT_EQ(executor.asked.size(), 4u);
  EXPECT_EQ(search->run(10, never), PauseReason::kSaturated);
  EXPECT_EQ(search->run(10, never), PauseReason::kBudget);
  SearchPaused paused;
  search->observers.tell(paused);
  EXPECT_EQ(paused.totals.executions, 2 * executor.asked.size()) << "both of them saw every execution";
}

TEST(Search, ObservesAbandonedExecutionsButDoesNotPauseThere) {
  FakeExecutor executor({ended(End::kAbandoned), ended(End::kCompleted)});
  const auto search = make(executor);
  search->observers.add(std::make_unique<Onlooker>(0, PauseReason::kRace));
  EXPECT_EQ(search->run(1, never), PauseReason::kBudget);
  SearchPaused paused;
  search->observers.tell(paused);
  EXPECT_EQ(paused.totals.executions, 2u);
}

class AheadExecutor : public FakeExecutor {
 public:
  Role role() const override { return Role::kRunsAhead; }
};

TEST(Search, ObservesNothingWhereItOnlyRunsAhead) {
  AheadExecutor executor;
  const auto search = make(executor);
  search->observers.add(std::make_unique<Onlooker>(0, PauseReason::kRace));
  EXPECT_EQ(search->run(10, never), PauseReason::kBudget);
}

// Others have run executions 2 to 5; one failed, one was abandoned.
class SharingExecutor : public FakeExecutor {
 public:
  void pass(const ExecutionOptions& next, const Ahead& ahead, Passed& passed) override {
    wanted.push_back(ahead.most);
    if (next.number != 2) return;
    passed.first = 2;
    for (const Execution& each :
         {ended(End::kCompleted), ended(End::kAbandoned), failed_at(7), ended(End::kCompleted)})
      EXPECT_TRUE(passed.add(each));
  }
  void learnt(const Execution& execution, Lesson, bool) override { told.push_back(execution.number); }

  std::vector<std::uint64_t> wanted;
  std::vector<std::uint64_t> told;
};

TEST(Search, PassesOverWhatOthersRan) {
  SharingExecutor executor;
  const auto search = make(executor);
  EXPECT_EQ(search->run(7, never), PauseReason::kBudget);
  std::vector<std::uint64_t> numbers;
  for (const ExecutionOptions& options : executor.asked) numbers.push_back(options.number);
  EXPECT_THAT(numbers, ElementsAre(0, 1, 6, 7));
  EXPECT_EQ(executor.told, numbers);
  EXPECT_THAT(executor.wanted, ElementsAre(7, 6, 5, 2, 1)) << "an abandoned one is not counted";
  EXPECT_EQ(search->totals().executions, 7u);
  EXPECT_EQ(search->totals().abandoned, 1u);
  EXPECT_EQ(search->totals().failed, 1u);
  EXPECT_THAT(search->failures(), ElementsAre(Pair(failed_at(7).failure.signature(), 1u)));
}

// Counts what it need not look at, and wants the search to pause behind it.
class Bystander : public Observer {
 public:
  std::optional<PauseReason> look_at(const Execution&) override { return {}; }
  std::optional<PauseReason> pass_over(std::uint64_t executions) override {
    EXPECT_EQ(executions, 3u);
    return PauseReason::kSaturated;
  }
  void tell(SearchPaused&) override {}
};

TEST(Search, PausesBehindWhatOthersRan) {
  SharingExecutor executor;
  const auto search = make(executor);
  search->observers.add(std::make_unique<Bystander>());
  EXPECT_EQ(search->run(10, never), PauseReason::kSaturated);
  EXPECT_EQ(search->totals().executions, 5u);
  EXPECT_EQ(search->run(1, never), PauseReason::kBudget);
  EXPECT_EQ(search->last().number, 6u);
}

// A share of a search: what nobody else has to look at does not go further.
class ShareExecutor : public FakeExecutor {
 public:
  using FakeExecutor::FakeExecutor;
  Role role() const override { return Role::kShares; }
  void learnt(const Execution&, Lesson, bool tells) override { told.push_back(tells); }

  std::vector<bool> told;
};

class LooksAheadAtThird : public Onlooker {
 public:
  LooksAheadAtThird() : Onlooker(0, PauseReason::kRace) {}
  bool look_ahead(const Execution& execution) override { return execution.number == 2; }
};

class LearnsNothing : public Strategy {
 public:
  void begin(const RunContext&) override {}
  Decision choose(const Choice& choice) override { return Decision::go(choice.current); }
};

TEST(Search, TellsOfItsShareWhatObserversHaveToSee) {
  ShareExecutor executor;
  Search search({}, std::make_unique<LearnsNothing>(), executor);
  search.observers.add(std::make_unique<LooksAheadAtThird>());
  EXPECT_EQ(search.run(4, never), PauseReason::kBudget);
  EXPECT_EQ(executor.told, (std::vector<bool>{false, false, true, false}));
}

TEST(Search, TellsAllOfItsShareWhereEveryExecutionTeaches) {
  ShareExecutor executor;
  Search search({}, std::make_unique<Finite>(9), executor);
  EXPECT_EQ(search.run(2, never), PauseReason::kBudget);
  EXPECT_EQ(executor.told, (std::vector<bool>{true, true}));
}

TEST(Passed, HasNoRoomForEverything) {
  Passed sum;
  for (SiteId site = 1; site <= Passed::kKinds; ++site) EXPECT_TRUE(sum.add(failed_at(site)));
  EXPECT_TRUE(sum.add(failed_at(1)));
  EXPECT_FALSE(sum.add(failed_at(Passed::kKinds + 1)));
  EXPECT_FALSE(sum.add(ended(End::kLost)));
  EXPECT_FALSE(sum.add(ended(End::kStuck)));
  Execution unjoined = ended(End::kCompleted);
  unjoined.unjoined.count = 1;
  EXPECT_FALSE(sum.add(unjoined));
  EXPECT_EQ(sum.count, Passed::kKinds + 1);
  EXPECT_EQ(sum.failures[0].times, 2u);
}

// They stand in schedule files by their consequences: pinned for ever.
TEST(SeedOfExecution, NeverChanges) {
  EXPECT_EQ(seed_of_execution(1, 0), 0xbfef8030ddc2d772u);
  EXPECT_EQ(seed_of_execution(1, 1), 0x95041e213fd80dfau);
  EXPECT_EQ(seed_of_execution(2, 0), 0x41142829ae9e115eu);
  const bool held[] = {true, true, false, false, true, true, false, false};
  for (std::uint64_t execution = 0; execution < 8; ++execution)
    EXPECT_EQ(exit_is_held(1, execution), held[execution]) << execution;
}

TEST(SeedOfExecution, IsAnotherForEverySeedAndExecution) {
  std::set<std::uint64_t> seeds;
  for (std::uint64_t seed = 0; seed < 100; ++seed)
    for (std::uint64_t execution = 0; execution < 100; ++execution)
      seeds.insert(seed_of_execution(seed, execution));
  EXPECT_EQ(seeds.size(), 10'000u);
}

TEST(ExitIsHeld, InHalfOfTheExecutions) {
  for (std::uint64_t seed : {0ull, 1ull, 2ull, 12345ull, ~0ull}) {
    int held = 0;
    for (std::uint64_t execution = 0; execution < 10'000; ++execution) held += exit_is_held(seed, execution);
    EXPECT_NEAR(held, 5000, 200) << "seed " << seed;
  }
}

TEST(ExitIsHeld, IndependentlyOfTheFirstChoice) {
  int both = 0;
  for (std::uint64_t execution = 0; execution < 10'000; ++execution)
    both += exit_is_held(1, execution) == Random(seed_of_execution(1, execution)).coin();
  EXPECT_NEAR(both, 5000, 200);
}

}  // namespace
}  // namespace heddle
