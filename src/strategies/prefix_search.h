// Searches that run a prefix of a schedule again and continue from there: ars, hars, dfs. A prefix is the
// thread chosen at each point; forced moves belong to the choice before them. Under --memory c++ the
// number of a store that was chosen stands there, too (kStoreStep).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "event/operation.h"
#include "strategies/strategy.h"

namespace heddle {

using Prefix = std::vector<ThreadId>;
// In a prefix: which store was chosen. No thread has such an id.
inline constexpr ThreadId kStoreStep = 0x8000;

// What every such search counts in the tally of an execution; the other two numbers are its own.
inline constexpr std::size_t kReplayedSteps = 1;
inline constexpr std::size_t kTurnsTaken = 3;

// If a thread spins: the next one by thread id, so that the same happens every time.
Decision take_turns(const Choice& choice);

// A choice behind the prefix, as it can be noted and met again.
struct Crossing {
  std::span<const Event> enabled;  // what each enabled thread would do, ordered by thread
  ThreadId current;                // who performed the last operation; kNoThread: it cannot go on
};

// Everything it learns, it learns from these calls, in the order in which an execution makes them: so the
// copy of it that did not run an execution can be brought to the same state from what was noted.
class PrefixSearch : public Exhaustible {
 public:
  virtual ~PrefixSearch() = default;

  // An execution begins: by which prefix.
  virtual void begin(Random& random, Prefix& prefix) = 0;
  // Prefixes no longer mean the same: a location has turned out to be shared, and is a point from now on.
  virtual void forget() = 0;
  // At a point behind the prefix.
  virtual Decision choose(const Crossing& crossing) = 0;
  // Likewise, of so many stores (strategy.h). The others see the newest one in all executions, so that a
  // prefix always means the same.
  virtual bool chooses_stores() const { return false; }
  virtual std::uint32_t choose_store(std::uint32_t count) {
    static_cast<void>(count);
    return 0;
  }
  virtual void executed(const Event& event, bool in_prefix) = 0;
  virtual void ended(const Execution& execution) = 0;
  virtual const std::vector<double>* series() const { return nullptr; }
  // Where it counts (Execution::tally), valid from begin() to ended().
  virtual void count_in(std::uint64_t* tally) { static_cast<void>(tally); }
};

// Runs a PrefixSearch as a strategy.
class Prefixed : public Strategy, private Exhaustible {
 public:
  // Exit must be treated in the same way in all executions.
  Prefixed(std::unique_ptr<PrefixSearch> search, ExitRule exit) : search_(std::move(search)), exit_(exit) {}

  Facets facets() override {
    return {.needs = {.executed = true, .executions = true, .stores = true},
            .exit = exit_,
            .exhaustible = this,
            .until_lesson = 0,
            .series = search_->series()};
  }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  std::uint32_t choose_store(const StoreChoice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;

 private:
  bool exhausted() const override { return search_->exhausted(); }
  std::string claim() const override;
  void begin_search(Random& random, std::uint64_t* tally);
  void note(const Crossing& crossing);
  void run_again(const Execution& execution);
  void check(const Execution& execution);
  void count(std::size_t what, std::uint64_t times) {
    if (tally_ != nullptr) tally_[what] += times;
  }

  std::unique_ptr<PrefixSearch> search_;
  ExitRule exit_;
  // Since it was told to forget.
  bool saw_all_ = true;  // it was asked at every point
  bool took_turns_ = false;

  // This execution.
  bool is_running_ = false;  // by this copy
  Random random_;
  Notes notes_;
  std::uint64_t* tally_ = nullptr;
  Prefix prefix_;
  std::size_t taken_ = 0;  // of the prefix
  std::uint32_t events_ = 0;
  std::uint64_t crossings_ = 0;
  std::vector<Event> enabled_;
};

}  // namespace heddle
