// Threads that take and release locks, executed by a strategy as the engine would do it: small enough to go
// through every case.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "strategies/strategy.h"

namespace heddle::testing {

// "acq(m) acq(n) rel(n) rel(m)" as {"+m", "+n", "-n", "-m"}.
using LockModel = std::vector<std::vector<std::string>>;

// Deadlocks D1 and D2 of the RPro paper, its Figures 1 and 2.
inline const LockModel kD1 = {{"+m", "+n", "-n", "-m"}, {"+n", "+m", "-m", "-n"}};
inline const LockModel kD2 = {{"+k", "-k", "+s", "+n", "-n", "+p", "+m", "+n", "-n", "-m", "-p", "-s"},
                              {"+s", "-s", "+n", "+p", "-p", "-n"}};

struct ModelOutcome {
  bool deadlock = false;
  std::vector<ThreadId> order;  // who performed each event
};

inline Operation operation_of(const std::string& text) {
  Operation operation;
  operation.kind = text[0] == '+' ? OperationKind::kLock : OperationKind::kUnlock;
  operation.address = static_cast<std::uint64_t>(text[1]);
  return operation;
}

inline ModelOutcome run_model(const LockModel& model, Strategy& strategy, std::uint64_t seed = 1) {
  Random random(seed);
  const LocationTable locations;
  strategy.begin({.execution = 0, .random = random, .locations = locations});
  ModelOutcome outcome;
  std::vector<std::size_t> performed(model.size());
  std::set<std::uint64_t> held;
  ThreadId current = 0;
  for (;;) {
    std::vector<Operation> operations(model.size());
    std::vector<Candidate> enabled;
    bool finished = true;
    for (ThreadId thread = 0; thread < model.size(); ++thread) {
      if (performed[thread] == model[thread].size()) continue;
      finished = false;
      operations[thread] = operation_of(model[thread][performed[thread]]);
      const bool blocked =
          operations[thread].kind == OperationKind::kLock && held.contains(operations[thread].address);
      if (!blocked) enabled.push_back({thread, &operations[thread]});
    }
    outcome.deadlock = enabled.empty() && !finished;
    if (enabled.empty()) return outcome;
    Choice choice{.enabled = enabled,
                  .current = current,
                  .current_enabled = false,
                  .step = outcome.order.size(),
                  .without_progress = 0};
    choice.current_enabled = choice.is_enabled(current);
    current = strategy.choose(choice).thread;
    const Operation& chosen = operations[current];
    if (chosen.kind == OperationKind::kLock)
      held.insert(chosen.address);
    else
      held.erase(chosen.address);
    ++performed[current];
    outcome.order.push_back(current);
    strategy.executed(
        {.location = 0, .site = 1, .thread = current, .kind = chosen.kind, .size = 0, .detail = 0});
  }
}

}  // namespace heddle::testing
