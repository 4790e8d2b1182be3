#include "strategies/deadlock_fuzzer.h"

#include <gtest/gtest.h>

#include "strategies/random_walk.h"
#include "strategies/registry.h"

namespace heddle::deadlock_fuzzer_test {
namespace {

constexpr LocationId kA = 1, kB = 2, kC = 3, kElse = 9;

struct Step {
  OperationKind kind;
  LocationId object;
  SiteId site;
};
using Steps = std::vector<Step>;

Steps operator+(Steps one, const Steps& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

Steps nested(LocationId first, LocationId second, SiteId site) {
  return {{OperationKind::kLock, first, site},
          {OperationKind::kLock, second, site + 1},
          {OperationKind::kUnlock, second, site + 2},
          {OperationKind::kUnlock, first, site + 3}};
}

Steps work(std::size_t count) {
  return Steps(count, {OperationKind::kAtomicUpdate, kElse, 99});
}

LocationTable nine_locations() {
  LocationTable locations;
  for (std::uint64_t i = 1; i <= 9; ++i) locations.intern({.kind = ObjectKind::kGlobal, .offset = 64 * i});
  return locations;
}

struct Result {
  bool deadlock = false;
  std::vector<Event> events;
  std::vector<SiteId> waits;
  Tally tally{};
};

// Threads 1, 2, ... that main creates; locks are waited for.
class LockProgram {
 public:
  explicit LockProgram(std::vector<Steps> threads) : threads_(std::move(threads)) {}

  Result run(Strategy& strategy, std::uint64_t seed) const {
    Result result;
    Random random(seed);
    strategy.begin(
        {.execution = seed, .random = random, .locations = locations_, .tally = result.tally.data()});
    const auto happen = [&](const Event& event) {
      result.events.push_back(event);
      strategy.executed(event);
    };
    for (std::size_t i = 0; i < threads_.size(); ++i)
      happen({0, 1, 0, OperationKind::kThreadCreate, 0, static_cast<std::uint32_t>(i + 1)});
    std::vector<std::size_t> done(threads_.size());
    std::map<LocationId, std::size_t> owners;
    ThreadId current = 0;
    for (;;) {
      std::vector<Operation> operations(threads_.size());
      std::vector<Candidate> enabled;
      result.waits.clear();
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (done[i] == threads_[i].size()) continue;
        const Step& step = threads_[i][done[i]];
        operations[i].kind = step.kind;
        operations[i].site = step.site;
        operations[i].location = step.object;
        if (step.kind == OperationKind::kLock && owners.contains(step.object))
          result.waits.push_back(step.site);
        else
          enabled.push_back({static_cast<ThreadId>(i + 1), &operations[i]});
      }
      result.deadlock = enabled.empty() && !result.waits.empty();
      if (enabled.empty()) return result;
      current = enabled.front().thread;
      if (enabled.size() > 1) {
        Choice choice{.enabled = enabled,
                      .current = current,
                      .current_enabled = false,
                      .step = result.events.size(),
                      .without_progress = 0};
        current = strategy.choose(choice).thread;
      }
      const Operation& chosen = operations[current - 1u];
      if (chosen.kind == OperationKind::kLock) owners[chosen.location] = current;
      if (chosen.kind == OperationKind::kUnlock) owners.erase(chosen.location);
      ++done[current - 1u];
      happen({chosen.location, chosen.site, current, chosen.kind, 0, 0});
    }
  }

  // What a passing execution predicts.
  std::vector<PredictedDeadlock> predictions() const {
    class InOrder : public Strategy {
      void begin(const RunContext&) override {}
      Decision choose(const Choice& choice) override { return Decision::go(choice.enabled.front().thread); }
    };
    InOrder strategy;
    const Result passed = run(strategy, 1);
    LockOrder order;
    order.add(execution_of(passed));
    return predicted_deadlocks(order, locations_);
  }
  // If it is one deadlock.
  PredictedDeadlock prediction() const {
    const std::vector<PredictedDeadlock> deadlocks = predictions();
    return deadlocks.size() == 1 ? deadlocks[0] : PredictedDeadlock{};
  }

  Execution execution_of(const Result& result) const {
    Execution execution;
    execution.events = result.events;
    execution.threads = {"main"};
    for (std::size_t i = 0; i < threads_.size(); ++i) execution.threads.push_back(child_name("main", i));
    if (!result.deadlock) return execution;
    execution.end = End::kFailed;
    execution.failure.kind = FailureKind::kDeadlock;
    for (const SiteId site : result.waits) {
      execution.failure.cycle.push_back(static_cast<ThreadId>(execution.failure.threads.size()));
      execution.failure.threads.emplace_back().next.site = site;
    }
    return execution;
  }

  std::size_t deadlocks_of(Strategy& strategy, std::size_t executions) const {
    std::size_t count = 0;
    for (std::uint64_t seed = 1; seed <= executions; ++seed) {
      const Result result = run(strategy, seed);
      strategy.learn(execution_of(result));
      count += result.deadlock ? 1 : 0;
    }
    return count;
  }

 private:
  std::vector<Steps> threads_;
  LocationTable locations_ = nine_locations();
};

// One thread is long past the locks when the other one comes to them.
const LockProgram kFarApart({work(3) + nested(kA, kB, 10), work(200) + nested(kB, kA, 20)});

TEST(DeadlockFuzzer, MakesAPredictedDeadlockHappen) {
  RandomWalk walk;
  EXPECT_EQ(kFarApart.deadlocks_of(walk, 100), 0u);
  auto aimed = make_strategy(to_strategy(kFarApart.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  EXPECT_EQ(kFarApart.deadlocks_of(**aimed, 100), 100u);
}

TEST(DeadlockFuzzer, BringsARingTogether) {
  const LockProgram ring(
      {nested(kA, kB, 10), work(100) + nested(kB, kC, 20), work(200) + nested(kC, kA, 30)});
  auto aimed = make_strategy(to_strategy(ring.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  EXPECT_EQ(ring.deadlocks_of(**aimed, 100), 100u);
}

// The second thread needs A on its way: whoever holds it keeps the other one from coming.
TEST(DeadlockFuzzer, GathersThreadsThatWouldKeepEachOtherAway) {
  const LockProgram program(
      {nested(kA, kB, 10), work(50) + nested(kA, kC, 30) + work(50) + nested(kB, kA, 20)});
  auto aimed = make_strategy(to_strategy(program.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  EXPECT_GE(program.deadlocks_of(**aimed, 100), 40u);
}

// The first thread takes B twice. If both come to their first locks together, they deadlock at the first of
// these.
TEST(DeadlockFuzzer, ComesPastAnotherDeadlock) {
  Steps twice = nested(kA, kB, 10);
  twice.insert(twice.end() - 1, {{OperationKind::kLock, kB, 15}, {OperationKind::kUnlock, kB, 16}});
  const LockProgram program({twice, nested(kB, kA, 20)});
  const std::vector<PredictedDeadlock> predictions = program.predictions();
  ASSERT_EQ(predictions.size(), 2u);
  for (const PredictedDeadlock& prediction : predictions) {
    auto aimed = make_strategy(to_strategy(prediction));
    ASSERT_TRUE(aimed) << aimed.error();
    std::size_t hits = 0;
    for (std::uint64_t seed = 1; seed <= 100; ++seed) {
      const Execution execution = program.execution_of(program.run(**aimed, seed));
      hits +=
          execution.end == End::kFailed && execution.failure.signature() == prediction.signature() ? 1 : 0;
    }
    EXPECT_GE(hits, 20u);
  }
}

// Threads and locks are others than in the execution that was looked at.
TEST(DeadlockFuzzer, ComparesSitesAloneInHalfOfTheExecutions) {
  const LockProgram other({work(200) + nested(kB, kA, 20), work(3) + nested(kA, kB, 10)});
  auto aimed = make_strategy(to_strategy(kFarApart.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  const std::size_t deadlocks = other.deadlocks_of(**aimed, 100);
  EXPECT_GE(deadlocks, 25u);
  EXPECT_LE(deadlocks, 75u);
}

TEST(DeadlockFuzzer, LetsGoWhoWaitsInVain) {
  const LockProgram alone({work(3) + nested(kA, kB, 10), work(3)});
  auto aimed = make_strategy(to_strategy(kFarApart.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  EXPECT_EQ(alone.deadlocks_of(**aimed, 100), 0u);
}

TEST(DeadlockFuzzer, FindsItsTargetsItself) {
  auto fuzzer = make_strategy("deadlock-fuzzer");
  ASSERT_TRUE(fuzzer) << fuzzer.error();
  // The first executions walk; from then on it aims until the deadlock has happened.
  EXPECT_EQ(kFarApart.deadlocks_of(**fuzzer, 50), 1u);
  EXPECT_EQ((*fuzzer)->facets().tactic(0), "random");
}

TEST(DeadlockFuzzer, CountsWhatItDoes) {
  auto aimed = make_strategy(to_strategy(kFarApart.prediction()));
  ASSERT_TRUE(aimed) << aimed.error();
  EXPECT_EQ(kFarApart.run(**aimed, 1).tally[DeadlockFuzzer::kAimed], 1u);
  EXPECT_EQ(tally_name("deadlock-fuzzer:cycle=x", DeadlockFuzzer::kThrashed), "thrashed");
}

TEST(DeadlockFuzzer, ReadsWhatItWrites) {
  const PredictedDeadlock prediction = kFarApart.prediction();
  ASSERT_EQ(prediction.members.size(), 2u);
  const std::string text = to_strategy(prediction);
  EXPECT_EQ(text.find("deadlock-fuzzer:cycle=main.0:a:"), 0u) << text;
  DeadlockTarget target;
  ASSERT_TRUE(parse_target(text.substr(text.find('=') + 1), target));
  ASSERT_EQ(target.members.size(), 2u);
  EXPECT_EQ(target.members[1].thread, ThreadNameHashes::of_name("main.1"));
  EXPECT_EQ(target.members[1].lock_key, prediction.members[1].lock.key());
  EXPECT_EQ(target.members[1].site, 21u);
  EXPECT_EQ(target.members[1].held_site, 20u);
}

TEST(DeadlockFuzzer, RefusesWhatIsNoCycle) {
  for (const char* cycle : {"main.0:a:1:b", "main.0:a:1/main.1:a:1:b", "main.0:a:1:b/main.1:a:1:b:c",
                            ":a:1:b/main.1:a:1:b", "main.0:a:1:b/main.1:a:x:b", "/"}) {
    const auto made = make_strategy(std::string("deadlock-fuzzer:cycle=") + cycle);
    ASSERT_FALSE(made) << cycle;
    EXPECT_NE(made.error().find("THREAD:HELD-SITE:LOCK:SITE"), std::string::npos) << made.error();
  }
}

}  // namespace
}  // namespace heddle::deadlock_fuzzer_test
