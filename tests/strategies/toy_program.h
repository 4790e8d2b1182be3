// A program of plain accesses, executed by a strategy as the engine would do it. Main (thread 0) creates all
// others and ends; they never block.
#pragma once

#include <string>
#include <vector>

#include "strategies/profile.h"
#include "strategies/strategy.h"

namespace heddle::testing {

struct ToyAccess {
  LocationId location;
  bool write = true;
  SiteId site = 1;
};

using ToyThread = std::vector<ToyAccess>;

class ToyProgram {
 public:
  // threads[i] is what thread i + 1 does.
  explicit ToyProgram(std::vector<ToyThread> threads) : threads_(std::move(threads)) {}

  // All events, in the order in which they happened. Stops asking when `steps` of them have been chosen.
  std::vector<Event> run(Strategy& strategy, std::uint64_t seed) const {
    Random random(seed);
    const LocationTable locations;
    strategy.begin({.execution = 0, .random = random, .locations = locations});
    std::vector<Event> events;
    const auto happen = [&](const Event& event) {
      events.push_back(event);
      strategy.executed(event);
    };
    for (std::size_t i = 0; i < threads_.size(); ++i)
      happen({0, 1, 0, OperationKind::kThreadCreate, 0, static_cast<std::uint32_t>(i + 1)});
    std::vector<std::size_t> done(threads_.size());
    ThreadId current = 0;
    for (;;) {
      std::vector<Operation> operations(threads_.size());
      std::vector<Candidate> enabled;
      for (std::size_t i = 0; i < threads_.size(); ++i) {
        if (done[i] == threads_[i].size()) continue;
        const ToyAccess& access = threads_[i][done[i]];
        operations[i].kind = access.write ? OperationKind::kWrite : OperationKind::kRead;
        operations[i].size = 4;
        operations[i].site = access.site;
        operations[i].location = access.location;
        operations[i].address = 0x1000 + 16u * access.location;
        enabled.push_back({static_cast<ThreadId>(i + 1), &operations[i]});
      }
      if (enabled.empty()) return events;
      Choice choice{.enabled = enabled,
                    .current = current,
                    .current_enabled = false,
                    .step = events.size(),
                    .without_progress = 0};
      choice.current_enabled = choice.is_enabled(current);
      current = strategy.choose(choice).thread;
      const Operation& chosen = operations[current - 1u];
      ++done[current - 1u];
      happen({chosen.location, chosen.site, current, chosen.kind, chosen.size, 0});
    }
  }

  // The threads in the order of their accesses: "1122".
  std::string order(Strategy& strategy, std::uint64_t seed) const {
    std::string text;
    for (const Event& event : run(strategy, seed))
      if (event.thread != 0) text += std::to_string(event.thread);
    return text;
  }

  // As learnt from whole executions of it.
  Profile profile() const {
    class FirstToLast : public Strategy {
      void begin(const RunContext&) override {}
      Decision choose(const Choice& choice) override { return Decision::go(choice.enabled.front().thread); }
    };
    FirstToLast strategy;
    const std::vector<Event> events = run(strategy, 1);
    Execution execution;
    execution.exit_held = true;
    execution.events = events;
    execution.threads.resize(threads_.size() + 1);
    Profile profile;
    for (std::uint64_t i = 0; i < Profile::kFirstExecutions; ++i) profile.add(execution);
    return profile;
  }

 private:
  std::vector<ToyThread> threads_;
};

}  // namespace heddle::testing
