// The loop of a search: execution after execution, until a budget is spent, the caller says stop, the
// strategy has nothing left to try, or something new went wrong.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "coverage/meter.h"
#include "detect/race_observer.h"
#include "event/result.h"
#include "event/site_lines.h"
#include "search/executor.h"
#include "search/observer.h"
#include "search/program_place.h"
#include "search/totals.h"

namespace heddle {

// What becomes of data races: they are not looked for, they are collected, or the search pauses at each.
enum class Races : std::uint8_t { kIgnore, kReport, kStop };

struct SearchSettings {
  std::string strategy = "random";
  std::uint64_t seed = 1;
  Isolation isolation = Isolation::kRestore;
  ExecutionOptions execution;  // what all executions have in common
  Races races = Races::kIgnore;
  Volatile volatile_means = Volatile::kPlain;
  MeterSettings coverage;              // what is measured
  std::vector<SyncPair> requirements;  // in place of an estimate
  std::vector<SiteLine> lines;         // of the code, for a strategy that takes them for places
  bool predict_deadlocks = false;      // by the orders in which locks are taken
  ProgramPlace snapshot;               // where executions begin
  ProgramPlace region;                 // outside which threads are not switched
  bool may_begin_at_region = false;    // at the first entry, where much comes before
  unsigned jobs = 1;                   // executions at the same time, where they do not depend on each other
  bool pauses_anew = false;            // kAnew is told: the search is divided among several
  bool apart_by_told = false;          // failures before which something else was told are others

  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

// Threads that were never joined nor detached, by where they were created.
struct UnjoinedPlace {
  SiteId site = kNoSite;
  std::uint64_t executions = 0;
  std::uint64_t first = 0;  // the number of the first execution
};

// What the strategy has measured.
struct ProgramSize {
  std::uint64_t threads = 0;  // n, main included
  std::uint64_t acquisitions = 0;
  std::uint64_t sync_events = 0;
  std::uint64_t events = 0;
  std::uint64_t atomic_reads = 0;
};

enum class PauseReason : std::uint8_t {
  kBudget,     // the number of executions asked for
  kStopped,    // the caller said stop
  kExhausted,  // the strategy has seen everything
  kSaturated,  // an observer has seen enough
  kRace,       // an observer saw a data race
  kFailure,    // a failure of a kind and place not seen before
  kLost,       // an execution vanished or was refused: the program could not be controlled
  kAnew,       // the strategy begins anew, or another one has taken over
};

// As seed_of_execution().
bool exit_is_held(std::uint64_t seed, std::uint64_t execution);

// Pairs and roots are expected as the strategy expects them, if it does.
void expect_what_strategy_expects(const std::string& strategy, MeterSettings& coverage);

class Search {
 public:
  // The strategy by its name in the settings.
  static Result<std::unique_ptr<Search>> make(const SearchSettings& settings, Executor& executor);
  Search(const SearchSettings& settings, std::unique_ptr<Strategy> strategy, Executor& executor)
      : settings_(settings), strategy_(std::move(strategy)), executor_(executor) {}

  // They are given every execution.
  Observers observers;

  // Goes on where it paused. After kFailure and kLost, last() is the execution in question; after kStopped,
  // the one that was ended for it, if was_cut_off().
  PauseReason run(std::uint64_t executions, const std::function<bool()>& stop);

  // Goes on where another one has paused (Divisible::save), which had come so far. False: it cannot.
  bool go_on_from(std::span<const std::uint8_t> left, const SearchTotals& before);
  // What is left; empty: that cannot be told.
  std::vector<std::uint8_t> save() const;
  // A part of it, which is another's from now on; empty: there is none.
  std::vector<std::uint8_t> give_away();

  std::uint64_t beginnings() const { return strategy_->facets().beginnings(); }

  bool is_guided() const { return strategy_->facets().needs.guides; }
  // What the next executions are to follow, if they follow anything.
  void guide(std::vector<Guide> guides);

  const SearchTotals& totals() const { return totals_; }
  const Execution& last() const { return *last_; }
  bool was_cut_off() const { return was_cut_off_; }
  // After kFailure: which of its ways the strategy went; empty: it has only one.
  const std::string& tactic() const { return tactic_; }
  // After kExhausted: of what every one has been executed; empty: nothing can be said.
  std::string claim() const { return strategy_->facets().claim(); }
  // Of a search that tries everything.
  Left left() const { return strategy_->facets().left(); }
  std::vector<double> series() const;
  // All zero when the strategy has none.
  ProgramSize size() const;
  const std::vector<UnjoinedPlace>& unjoined() const { return unjoined_; }
  // How often each failure was met, by signature, or by that and what was told.
  const std::map<std::uint64_t, std::uint64_t>& failures() const { return failures_; }

 private:
  ExecutionOptions options_of_next(const Facets& facets) const;
  std::uint64_t signature_of(const Execution& execution) const;
  void count(const Execution& execution, bool is_sample);
  void count_unjoined(const Execution& execution);
  std::optional<PauseReason> pass_over(const Passed& passed);
  // What the execution that was just run was to strategy and observers.
  std::optional<PauseReason> look_at(const Execution& execution);

  SearchSettings settings_;
  std::unique_ptr<Strategy> strategy_;
  Executor& executor_;
  std::uint64_t next_execution_ = 0;
  SearchTotals totals_;
  const Execution* last_ = nullptr;
  bool was_cut_off_ = false;
  std::string tactic_;
  std::map<std::uint64_t, std::uint64_t> failures_;
  std::vector<UnjoinedPlace> unjoined_;
};

}  // namespace heddle
