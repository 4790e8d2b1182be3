#include "memory_outcomes.h"

#include <algorithm>

namespace heddle::testing {

namespace {

// Main is thread 0 of the machine, which has created all others.
ThreadId thread_of(std::size_t index) {
  return static_cast<ThreadId>(index + 1);
}

class Explorer {
 public:
  Explorer(const MemoryProgram& program, MemoryModel model) : program_(program), model_(model) {}

  Outcomes all() {
    go_on(MemoryRun(program_));
    return outcomes_;
  }

 private:
  void go_on(const MemoryRun& run) {
    for (std::size_t i = 0; i < program_.threads.size(); ++i)
      if (run.can_go_on(i)) step(run, i);
    if (run.is_over()) outcomes_.insert(run.outcome());
  }

  void step(const MemoryRun& run, std::size_t thread) {
    MemoryRun offered = run;
    MemoryOptions options;
    offered.options_of(thread, options);
    if (model_ == MemoryModel::kSequential) options.resize(1);
    for (const MemoryOption& option : options) {
      MemoryRun after = offered;
      after.perform(thread, option);
      go_on(after);
    }
  }

  const MemoryProgram& program_;
  MemoryModel model_;
  Outcomes outcomes_;
};

}  // namespace

MemoryRun::MemoryRun(const MemoryProgram& program)
    : program_(&program),
      variables_(program.variables.size()),
      at_(program.threads.size()),
      values_(program.threads.size()) {
  machine_.begin();
  for (std::size_t i = 0; i < variables_.size(); ++i) variables_[i].begin(i, 8, {});
  for (std::size_t i = 0; i < at_.size(); ++i) machine_.create(kMainThread, thread_of(i));
}

bool MemoryRun::is_over() const {
  for (std::size_t i = 0; i < at_.size(); ++i)
    if (can_go_on(i)) return false;
  return true;
}

OperationKind MemoryRun::next_kind(std::size_t thread) const {
  switch (next(thread).kind) {
    case MemoryStep::Kind::kLoad:
      return OperationKind::kAtomicLoad;
    case MemoryStep::Kind::kStore:
      return OperationKind::kAtomicStore;
    case MemoryStep::Kind::kFence:
      return OperationKind::kFence;
    default:
      return OperationKind::kAtomicUpdate;
  }
}

void MemoryRun::options_of(std::size_t thread, MemoryOptions& options) {
  const MemoryStep& step = next(thread);
  const ThreadId self = thread_of(thread);
  if (step.kind == MemoryStep::Kind::kFence) return options.assign(1, {});
  AtomicHistory& history = variables_[step.variable];
  switch (step.kind) {
    case MemoryStep::Kind::kLoad:
      return machine_.options_of_load(history, self, step.ordering, options);
    case MemoryStep::Kind::kStore:
      return machine_.options_of_store(history, self, step.ordering, options);
    case MemoryStep::Kind::kCompareExchange:
      return machine_.options_of_exchange(history, self, {{step.expected}, step.ordering, step.failure},
                                          options);
    default:
      return machine_.options_of_update(history, self, step.ordering, options);
  }
}

void MemoryRun::perform(std::size_t thread, const MemoryOption& option) {
  const MemoryStep& step = next(thread);
  const ThreadId self = thread_of(thread);
  ++at_[thread];
  if (step.kind == MemoryStep::Kind::kFence) return machine_.fence(self, step.ordering);
  AtomicHistory& history = variables_[step.variable];
  const std::uint64_t seen = history.store(option.store).value.low;
  if (step.kind != MemoryStep::Kind::kStore) values_[thread].push_back(seen);
  if (step.kind == MemoryStep::Kind::kLoad) return machine_.load(history, self, option.store, step.ordering);
  if (option.way == MemoryOption::Way::kFails)
    return machine_.load(history, self, option.store, step.failure);
  if (step.kind == MemoryStep::Kind::kStore)
    machine_.store(history, self, option.store, step.ordering, {step.value}, 0);
  else
    machine_.update(history, self, option.store, step.ordering,
                    {step.kind == MemoryStep::Kind::kAdd ? seen + step.value : step.value}, 0);
}

void MemoryRun::perform(std::size_t thread, const std::function<std::uint32_t(std::uint32_t)>& choose) {
  MemoryOptions options;
  options_of(thread, options);
  perform(thread, options[choose(static_cast<std::uint32_t>(options.size()))]);
}

Outcome MemoryRun::outcome() const {
  Outcome outcome;
  for (const auto& values : values_) outcome.insert(outcome.end(), values.begin(), values.end());
  for (const AtomicHistory& variable : variables_) outcome.push_back(variable.newest().value.low);
  return outcome;
}

Outcomes outcomes_of(const MemoryProgram& program, MemoryModel model) {
  return Explorer(program, model).all();
}

}  // namespace heddle::testing
