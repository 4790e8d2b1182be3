// Threads that read, write, take and release locks, executed by any strategy as the engine would do it. Main
// creates them all, waits for each in turn, and looks at the result.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "event/failure.h"
#include "search/shrink.h"
#include "strategies/strategy.h"

namespace heddle::testing {

// "r x": reads x into the thread's own register; "w x": writes the register plus one; "+m", "-m": a lock.
// The n-th operation of thread t has site 100 * t + n.
class ModelProgram {
 public:
  using Values = std::map<char, int>;

  // `wrong` is asked with the last values, after all threads have ended.
  ModelProgram(std::vector<std::vector<std::string>> threads, std::function<bool(const Values&)> wrong)
      : threads_(std::move(threads)), wrong_(std::move(wrong)) {}

  struct Outcome {
    bool failed = false;
    FailedExecution execution;
    Failure failure;
    std::vector<PerformedOperation> operations;
  };

  Outcome run(Strategy& strategy, std::uint64_t seed = 1) const {
    Machine machine(*this, strategy, seed);
    return machine.run();
  }

 private:
  class Machine {
   public:
    Machine(const ModelProgram& program, Strategy& strategy, std::uint64_t seed)
        : program_(program), strategy_(strategy), random_(seed), room_(10'000) {
      done_.resize(program.threads_.size() + 1);
      registers_.resize(done_.size());
      outcome_.execution.threads = {"main"};
      for (std::size_t i = 0; i + 1 < done_.size(); ++i)
        outcome_.execution.threads.push_back("main." + std::to_string(i));
    }

    Outcome run() {
      strategy_.begin({.execution = 0,
                       .random = random_,
                       .locations = locations_,
                       .tally = nullptr,
                       .notes = Notes(room_, notes_)});
      while (step()) {
      }
      outcome_.execution.preemptions.assign(room_.begin(),
                                            room_.begin() + static_cast<std::ptrdiff_t>(notes_));
      outcome_.execution.suspects.insert(outcome_.execution.suspects.begin(), outcome_.failure.thread);
      return std::move(outcome_);
    }

   private:
    std::size_t workers() const { return program_.threads_.size(); }
    // Main creates, then joins.
    std::size_t length(ThreadId thread) const {
      return thread == 0 ? 2 * workers() : program_.threads_[thread - 1u].size();
    }
    bool exists(ThreadId thread) const { return thread == 0 || done_[0] >= thread; }
    bool ended(ThreadId thread) const { return done_[thread] == length(thread); }

    Operation next(ThreadId thread) const {
      Operation operation;
      operation.site = 100u * thread + static_cast<SiteId>(done_[thread]);
      if (thread == 0) {
        operation.kind = done_[0] < workers() ? OperationKind::kThreadCreate : OperationKind::kThreadJoin;
        return operation;
      }
      const std::string& text = program_.threads_[thread - 1u][done_[thread]];
      operation.kind = text[0] == '+'   ? OperationKind::kLock
                       : text[0] == '-' ? OperationKind::kUnlock
                       : text[0] == 'r' ? OperationKind::kRead
                                        : OperationKind::kWrite;
      operation.size = is_access(operation.kind) ? 4 : 0;
      operation.address = 16u * static_cast<std::uint64_t>(text.back());
      return operation;
    }

    bool is_enabled(const Operation& operation) const {
      if (operation.kind == OperationKind::kThreadJoin)
        return ended(static_cast<ThreadId>(done_[0] - workers() + 1));
      return operation.kind != OperationKind::kLock || !owners_.contains(operation.address);
    }

    bool step() {
      std::vector<Operation> operations(done_.size());
      std::vector<Candidate> enabled;
      for (ThreadId thread = 0; thread < done_.size(); ++thread) {
        if (!exists(thread) || ended(thread)) continue;
        operations[thread] = next(thread);
        if (is_enabled(operations[thread])) enabled.push_back({thread, &operations[thread]});
      }
      if (enabled.empty()) return finish(operations);
      Choice choice{.enabled = enabled,
                    .current = current_,
                    .current_enabled = false,
                    .step = outcome_.operations.size(),
                    .without_progress = 0};
      choice.current_enabled = choice.is_enabled(current_);
      const Decision decision = strategy_.choose(choice);
      if (decision.abandons()) return false;
      current_ = decision.thread;
      perform(operations[current_]);
      return true;
    }

    void perform(const Operation& operation) {
      const char name = static_cast<char>(operation.address / 16);
      if (operation.kind == OperationKind::kLock) owners_[operation.address] = current_;
      if (operation.kind == OperationKind::kUnlock) owners_.erase(operation.address);
      if (operation.kind == OperationKind::kRead) registers_[current_] = values_[name];
      if (operation.kind == OperationKind::kWrite) values_[name] = registers_[current_] + 1;
      ++done_[current_];
      outcome_.operations.push_back({current_, operation});
      Schedule& schedule = outcome_.execution.schedule;
      if (schedule.empty() || schedule.back().thread != current_)
        schedule.push_back({current_, 1});
      else
        ++schedule.back().steps;
      const auto created = static_cast<std::uint32_t>(done_[0]);
      strategy_.executed({0, operation.site, current_, operation.kind, operation.size,
                          operation.kind == OperationKind::kThreadCreate ? created : 0});
    }

    // Nobody can go on: everybody has ended, or threads wait for each other.
    bool finish(const std::vector<Operation>& operations) {
      outcome_.failure.thread = 0;
      outcome_.failure.threads.resize(done_.size());
      if (ended(0)) {
        outcome_.failed = program_.wrong_ && program_.wrong_(values_);
        outcome_.failure.kind = FailureKind::kAssertion;
        return false;
      }
      outcome_.failed = true;
      outcome_.failure.kind = FailureKind::kDeadlock;
      for (ThreadId thread = 1; thread < done_.size(); ++thread) {
        if (!exists(thread) || ended(thread)) continue;
        outcome_.failure.cycle.push_back(thread);
        outcome_.failure.threads[thread].state = ThreadState::kBlocked;
        outcome_.failure.threads[thread].next = operations[thread];
      }
      outcome_.failure.thread = outcome_.failure.cycle.front();
      outcome_.execution.deadlocked = outcome_.failure.cycle;
      outcome_.execution.suspects.assign(outcome_.failure.cycle.begin() + 1, outcome_.failure.cycle.end());
      return false;
    }

    const ModelProgram& program_;
    Strategy& strategy_;
    Random random_;
    LocationTable locations_;
    std::vector<std::uint32_t> room_;
    std::uint64_t notes_ = 0;
    std::vector<std::size_t> done_;
    std::vector<int> registers_;
    Values values_;
    std::map<std::uint64_t, ThreadId> owners_;
    ThreadId current_ = 0;
    Outcome outcome_;
  };

  std::vector<std::vector<std::string>> threads_;
  std::function<bool(const Values&)> wrong_;
};

}  // namespace heddle::testing
