// --memory c++ in the engine: scripted threads perform small programs of atomic operations.
#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <map>

#include "litmus_programs.h"
#include "memory_outcomes.h"
#include "runtime/engine/scheduler.h"
#include "scripted_program.h"
#include "strategies/random_walk.h"
#include "strategies/registry.h"
#include "strategies/replay.h"

namespace heddle::runtime::memory_model_test {
namespace {

using heddle::testing::MemoryModel;
using heddle::testing::MemoryProgram;
using heddle::testing::MemoryStep;
using heddle::testing::Outcome;
using heddle::testing::Outcomes;
using testing::ScriptedProgram;

// What the hooks do at an atomic operation.
class AtomicWord {
 public:
  AtomicValue load(Ordering ordering) {
    announce(OperationKind::kAtomicLoad);
    AtomicValue seen{value_};
    if (hot.weak_memory) seen = scheduler().atomic_load(place(), ordering);
    return performed(ordering, false), seen;
  }
  void store(std::uint64_t value, Ordering ordering) {
    announce(OperationKind::kAtomicStore);
    if (!hot.weak_memory || scheduler().atomic_store(place(), {value}, ordering)) value_ = value;
    performed(ordering, true);
  }
  template <typename Change>
  AtomicValue update(Change change, Ordering ordering) {
    announce(OperationKind::kAtomicUpdate);
    AtomicValue seen{value_};
    if (hot.weak_memory) seen = scheduler().begin_atomic_update(place(), ordering);
    const std::uint64_t value = change(seen.low);
    if (!hot.weak_memory || scheduler().end_atomic_update({value}, ordering)) value_ = value;
    return performed(ordering, true), seen;
  }
  AtomicValue exchange(const CompareExchange& what, std::uint64_t value) {
    announce(OperationKind::kAtomicUpdate);
    ExchangeResult result{{value_}, value_ == what.expected.low, value_ == what.expected.low};
    if (hot.weak_memory) result = scheduler().atomic_exchange(place(), what, {value});
    if (result.is_newest) value_ = value;
    return performed(result.exchanged ? what.success : what.failure, true), result.seen;
  }
  void reset() { value_ = 0; }
  std::uint64_t newest() const { return value_; }

 private:
  AtomicPlace place() const { return {reinterpret_cast<std::uint64_t>(&value_), 8, {value_}}; }
  void announce(OperationKind kind) {
    scheduler().announce({kind, 8, kNoThread, kNoSite, 1, reinterpret_cast<std::uint64_t>(&value_)});
  }
  void performed(Ordering ordering, bool progress) {
    scheduler().performed(atomic_detail(false, ordering, 0), progress ? Effect::kProgress : Effect::kNone);
    if (hot.recording->running_store != 0) hot.recording->end_run(hot.current->id);
  }

  std::uint64_t value_ = 0;
};

bool all_are_created = false;
constexpr Condition kWhenAllAreCreated{[](const Thread&) { return all_are_created; }, nullptr};

constexpr Condition kWhenAllHaveEnded{
    [](const Thread& waiting) {
      const auto& threads = program().threads;
      return std::all_of(threads.begin(), threads.end(),
                         [&](const Thread* each) { return each == &waiting || each->finished; });
    },
    nullptr};

// A MemoryProgram as threads of the engine. They begin when main only waits for them: `dfs` has enough to do.
class Performed {
 public:
  explicit Performed(const MemoryProgram& program)
      : program_(program), variables_(program.variables.size()), read_(program.threads.size()) {
    ScriptedProgram::Script main{ScriptedProgram::look([this] { begin(); })};
    for (std::size_t i = 0; i < program_.threads.size(); ++i)
      main.push_back(engine_.start(i + 1, &kWhenAllAreCreated));
    main.push_back(ScriptedProgram::look([] {
      all_are_created = true;
      scheduler().reconsider_all();
    }));
    main.push_back(ScriptedProgram::look([] {
      scheduler().announce({OperationKind::kThreadJoin, 0, kNoThread, kNoSite, kNoLocation, kAnyThread},
                           &kWhenAllHaveEnded);
      scheduler().performed(kGaveUp, Effect::kProgress);
    }));
    engine_.add(main);
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      ScriptedProgram::Script script;
      for (const MemoryStep& step : program_.threads[i])
        script.push_back(ScriptedProgram::look([this, i, &step] { perform(i, step); }));
      engine_.add(script);
    }
  }

  Outcome run(Strategy& strategy, Memory memory, std::uint64_t seed = 1) {
    ExecutionOptions options;
    options.seed = seed;
    options.memory = memory;
    engine_.run(strategy, options);
    Outcome outcome;
    for (const auto& values : read_) outcome.insert(outcome.end(), values.begin(), values.end());
    for (const AtomicWord& variable : variables_) outcome.push_back(variable.newest());
    return outcome;
  }

  // By `dfs`, to its end.
  Outcomes all(Memory memory) {
    auto strategy = make_strategy("dfs", {});
    Outcomes outcomes;
    for (std::uint64_t number = 0; !(*strategy)->facets().is_exhausted(); ++number) {
      outcomes.insert(run(**strategy, memory));
      Execution execution;
      static_cast<ExecutionFacts&>(execution) = engine_.recording();
      execution.number = number;
      (*strategy)->learn(execution);
      ++executions_;
    }
    EXPECT_EQ("every schedule", (*strategy)->facets().claim());
    return outcomes;
  }

  std::uint64_t executions() const { return executions_; }
  ScriptedProgram& engine() { return engine_; }

 private:
  void begin() {
    for (AtomicWord& variable : variables_) variable.reset();
    for (auto& values : read_) values.clear();
    all_are_created = false;
  }
  void perform(std::size_t thread, const MemoryStep& step) {
    AtomicWord* const variable = variables_.empty() ? nullptr : &variables_[step.variable];
    const auto read = [&](const AtomicValue& value) { read_[thread].push_back(value.low); };
    switch (step.kind) {
      case MemoryStep::Kind::kLoad:
        return read(variable->load(step.ordering));
      case MemoryStep::Kind::kStore:
        return variable->store(step.value, step.ordering);
      case MemoryStep::Kind::kAdd:
        return read(variable->update([&](std::uint64_t old) { return old + step.value; }, step.ordering));
      case MemoryStep::Kind::kSwap:
        return read(variable->update([&](std::uint64_t) { return step.value; }, step.ordering));
      case MemoryStep::Kind::kCompareExchange:
        return read(variable->exchange({{step.expected}, step.ordering, step.failure}, step.value));
      case MemoryStep::Kind::kFence:
        if (hot.weak_memory && step.ordering == Ordering::kSequential) scheduler().fence(kNoSite);
        scheduler().note_order(OrderKind::kFence, kNoLocation, kNoSite, step.ordering);
        return;
    }
  }

  MemoryProgram program_;
  std::vector<AtomicWord> variables_;
  std::vector<std::vector<std::uint64_t>> read_;
  ScriptedProgram engine_;
  std::uint64_t executions_ = 0;
};

MemoryProgram litmus(std::string_view name) {
  for (const auto& each : heddle::testing::kLitmusPrograms)
    if (each.name == name) return heddle::testing::parse_memory_program(each.program);
  ADD_FAILURE() << name;
  return {};
}

TEST(MemoryModel, DfsFindsExactlyTheOutcomesOfTheLitmusPrograms) {
  for (const auto& each : heddle::testing::kLitmusPrograms) {
    const MemoryProgram program = heddle::testing::parse_memory_program(each.program);
    if (program.threads.size() > 3 && !HEDDLE_FULL_TESTS) continue;  // 25,000 orders of the operations
    EXPECT_EQ(outcomes_of(program, MemoryModel::kCpp), Performed(program).all(Memory::kCpp)) << each.name;
    EXPECT_EQ(outcomes_of(program, MemoryModel::kSequential), Performed(program).all(Memory::kSequential))
        << each.name;
  }
}

TEST(MemoryModel, DfsFindsExactlyTheOutcomesOfRandomPrograms) {
  for (std::uint64_t number = 0; number < (HEDDLE_FULL_TESTS ? 1000 : 30); ++number) {
    const MemoryProgram program = heddle::testing::random_memory_program(number);
    std::size_t steps = 0;
    for (const auto& thread : program.threads) steps += thread.size();
    if (steps > 4 && !HEDDLE_FULL_TESTS) continue;
    EXPECT_EQ(outcomes_of(program, MemoryModel::kCpp), Performed(program).all(Memory::kCpp))
        << print(program);
    EXPECT_EQ(outcomes_of(program, MemoryModel::kSequential), Performed(program).all(Memory::kSequential))
        << print(program);
  }
}

TEST(MemoryModel, RandomSearchShowsNothingForbiddenAndFindsAll) {
  for (const auto& each : heddle::testing::kLitmusPrograms) {
    const MemoryProgram program = heddle::testing::parse_memory_program(each.program);
    Performed performed(program);
    RandomWalk strategy;
    Outcomes outcomes;
    for (std::uint64_t seed = 0; seed < 400; ++seed)
      outcomes.insert(performed.run(strategy, Memory::kCpp, seed));
    EXPECT_EQ(outcomes_of(program, MemoryModel::kCpp), outcomes) << each.name;
  }
}

TEST(MemoryModel, AScheduleRepeatsWhichStoresWereSeen) {
  for (const char* const name : {"sb-relaxed", "two-plus-two-writes", "exchange-in-the-past", "cas-race"}) {
    const MemoryProgram program = litmus(name);
    Performed performed(program);
    RandomWalk random;
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
      const Outcome outcome = performed.run(random, Memory::kCpp, seed);
      const Schedule schedule = performed.engine().schedule();
      Replay replay(schedule, {});
      EXPECT_EQ(outcome, performed.run(replay, Memory::kCpp)) << name << " " << seed;
      EXPECT_EQ(schedule, performed.engine().schedule());
    }
  }
}

TEST(MemoryModel, WithoutItTheSameSeedsHaveTheSameSchedules) {
  Performed performed(litmus("sb-relaxed"));
  RandomWalk random;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    performed.run(random, Memory::kSequential, seed);
    const Schedule schedule = performed.engine().schedule();
    EXPECT_TRUE(
        std::all_of(schedule.begin(), schedule.end(), [](const heddle::Run& run) { return run.store == 0; }));
    EXPECT_EQ(0u, performed.engine().recording().order_notes_count);
  }
}

}  // namespace
}  // namespace heddle::runtime::memory_model_test
