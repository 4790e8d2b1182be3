// Threads of plain accesses, executed by a strategy as the engine does it: nobody is asked when only one can
// go on, an execution can be abandoned, and what the strategy notes is kept.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "strategies/strategy.h"

namespace heddle::testing {

struct SmallAccess {
  LocationId location;
  bool write;
  SiteId site;
};
using SmallThread = std::vector<SmallAccess>;

// An execution with everything that it points to.
struct SmallExecution {
  Execution execution;
  std::vector<Event> events;
  std::vector<std::uint32_t> notes;
  std::string order;  // the threads of its events: "1122"
};

class SmallProgram {
 public:
  // Thread i + 1 does threads[i]. There is no main thread.
  explicit SmallProgram(std::vector<SmallThread> threads) : threads_(std::move(threads)) {}

  // Whether an execution in this order fails.
  std::function<bool(const std::string&)> fails = [](const std::string&) { return false; };

  SmallExecution run(Strategy& strategy, std::uint64_t number) const {
    SmallExecution result;
    Random random(number + 1);
    const LocationTable locations;
    std::vector<std::uint32_t> room(10'000);
    std::uint64_t noted = 0;
    Execution& execution = result.execution;
    execution.number = number;
    execution.seed = number + 1;
    strategy.begin({.execution = number,
                    .random = random,
                    .locations = locations,
                    .tally = execution.tally.data(),
                    .notes = Notes(room, noted)});
    std::vector<std::size_t> done(threads_.size());
    ThreadId current = kNoThread;
    for (;;) {
      std::vector<Operation> operations(threads_.size());
      std::vector<Candidate> enabled;
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (done[i] == threads_[i].size()) continue;
        const SmallAccess& access = threads_[i][done[i]];
        operations[i].kind = access.write ? OperationKind::kWrite : OperationKind::kRead;
        operations[i].size = 4;
        operations[i].site = access.site;
        operations[i].location = access.location;
        enabled.push_back({static_cast<ThreadId>(i + 1), &operations[i]});
      }
      if (enabled.empty()) break;
      ThreadId chosen = enabled.front().thread;
      if (enabled.size() > 1) {
        Choice choice{.enabled = enabled,
                      .current = current,
                      .current_enabled = false,
                      .step = result.events.size(),
                      .without_progress = 0};
        choice.current_enabled = choice.is_enabled(current);
        ++execution.points;
        const Decision decision = strategy.choose(choice);
        if (decision.abandons()) {
          execution.end = End::kAbandoned;
          break;
        }
        chosen = decision.thread;
      }
      current = chosen;
      const Operation& operation = operations[current - 1u];
      ++done[current - 1u];
      result.order += std::to_string(current);
      result.events.push_back(
          {operation.location, operation.site, current, operation.kind, operation.size, 0});
      strategy.executed(result.events.back());
    }
    if (execution.end == End::kCompleted && fails(result.order)) execution.end = End::kFailed;
    execution.exit_held = true;
    room.resize(noted);
    result.notes = std::move(room);
    execution.events = result.events;
    execution.notes = result.notes;
    return result;
  }

 private:
  std::vector<SmallThread> threads_;
};

}  // namespace heddle::testing
