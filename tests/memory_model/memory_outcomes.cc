#include "memory_outcomes.h"

#include "analysis/memory_machine.h"

namespace heddle::testing {

namespace {

// The operation of a thread after the one that created them all: main is thread 0, the others count from 1.
struct State {
  MemoryMachine machine;
  std::vector<AtomicHistory> variables;
  std::vector<std::size_t> at;                     // by thread: how many steps it has done
  std::vector<std::vector<std::uint64_t>> values;  // that it read
};

class Explorer {
 public:
  Explorer(const MemoryProgram& program, MemoryModel model) : program_(program), model_(model) {}

  Outcomes all() {
    State state;
    state.machine.begin();
    state.variables.resize(program_.variables.size());
    for (std::size_t i = 0; i < state.variables.size(); ++i) state.variables[i].begin(i, 8, {});
    for (std::size_t i = 0; i < program_.threads.size(); ++i) state.machine.create(kMainThread, thread_of(i));
    state.at.resize(program_.threads.size());
    state.values.resize(program_.threads.size());
    go_on(state);
    return outcomes_;
  }

 private:
  static ThreadId thread_of(std::size_t index) { return static_cast<ThreadId>(index + 1); }

  void go_on(const State& state) {
    bool is_over = true;
    for (std::size_t i = 0; i < program_.threads.size(); ++i) {
      if (state.at[i] == program_.threads[i].size()) continue;
      is_over = false;
      perform(state, i, program_.threads[i][state.at[i]]);
    }
    if (!is_over) return;
    Outcome outcome;
    for (const auto& values : state.values) outcome.insert(outcome.end(), values.begin(), values.end());
    for (const AtomicHistory& variable : state.variables) outcome.push_back(variable.newest().value.low);
    outcomes_.insert(outcome);
  }

  void options_of(State& state, ThreadId thread, const MemoryStep& step, MemoryOptions& options) const {
    AtomicHistory& history = state.variables[step.variable];
    switch (step.kind) {
      case MemoryStep::Kind::kLoad:
        state.machine.options_of_load(history, thread, step.ordering, options);
        break;
      case MemoryStep::Kind::kStore:
        state.machine.options_of_store(history, thread, step.ordering, options);
        break;
      case MemoryStep::Kind::kAdd:
      case MemoryStep::Kind::kSwap:
        state.machine.options_of_update(history, thread, step.ordering, options);
        break;
      case MemoryStep::Kind::kCompareExchange:
        state.machine.options_of_exchange(history, thread, {{step.expected}, step.ordering, step.failure},
                                          options);
        break;
      case MemoryStep::Kind::kFence:
        options.assign(1, {});
        break;
    }
  }

  void perform(const State& state, std::size_t index, const MemoryStep& step) {
    State offered = state;
    MemoryOptions options;
    options_of(offered, thread_of(index), step, options);
    if (model_ == MemoryModel::kSequential) options.resize(1);
    for (const MemoryOption& option : options) {
      State after = offered;
      ++after.at[index];
      take(after, index, step, option);
      go_on(after);
    }
  }

  static void take(State& state, std::size_t index, const MemoryStep& step, const MemoryOption& option) {
    const ThreadId thread = thread_of(index);
    if (step.kind == MemoryStep::Kind::kFence) return state.machine.fence(thread, step.ordering);
    AtomicHistory& history = state.variables[step.variable];
    const std::uint64_t seen = history.store(option.store).value.low;
    if (step.kind != MemoryStep::Kind::kStore) state.values[index].push_back(seen);
    switch (step.kind) {
      case MemoryStep::Kind::kLoad:
        return state.machine.load(history, thread, option.store, step.ordering);
      case MemoryStep::Kind::kStore:
        state.machine.store(history, thread, option.store, step.ordering, {step.value}, 0);
        return;
      default:
        break;
    }
    if (option.way == MemoryOption::Way::kFails)
      return state.machine.load(history, thread, option.store, step.failure);
    const std::uint64_t value = step.kind == MemoryStep::Kind::kAdd ? seen + step.value : step.value;
    state.machine.update(history, thread, option.store, step.ordering, {value}, 0);
  }

  const MemoryProgram& program_;
  MemoryModel model_;
  Outcomes outcomes_;
};

}  // namespace

Outcomes outcomes_of(const MemoryProgram& program, MemoryModel model) {
  return Explorer(program, model).all();
}

}  // namespace heddle::testing
