// Section V of the HARS paper: how many executions, and how much time, each strategy needs to the first bug
// of 45 programs; how well the first subtraces can be told apart; how much of the memory-access patterns is
// covered.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "study/cell_runner.h"
#include "study/cells.h"
#include "study/hars/hars_subjects.h"
#include "study/subjects.h"

namespace heddle::study {

struct HarsOptions {
  std::vector<std::string> strategies;
  std::uint64_t executions = 10'000;  // at most, of each search to the first bug
  double seconds = 60;                // at most: a last resort, since it depends on the machine
  std::uint64_t first_seed = 1;
  std::uint64_t repeat = 10;  // searches of each strategy; the paper has 100
  // Of Figure 6: executions, searches of each strategy, and random executions to estimate how many patterns
  // there are; 0 of the latter: without it.
  std::uint64_t coverage_executions = 500;
  std::uint64_t coverage_repeat = 3;
  std::uint64_t long_run = 20'000;
  bool sweep = false;  // the length of the queue
};

// The paper's strategies and ours, as far as they exist.
std::vector<std::string> default_hars_strategies();

// Whose pattern coverage is measured.
inline constexpr std::array<std::string_view, 5> kCoverageStrategies = {"hars", "ars", "random", "tsa",
                                                                        "hars-online"};
// Whose queue is of any length, and the lengths that are tried.
inline constexpr std::array<std::string_view, 2> kQueueStrategies = {"hars", "ars"};
inline constexpr std::size_t kLongestQueue = 6;
std::string with_queue(std::string_view strategy, std::size_t length);  // "hars:queue=4"

// All searches of a subject with a strategy that end at the first bug.
struct StrategyRuns {
  std::string strategy;
  bool deterministic = false;      // there is one search, which stands for all seeds
  std::vector<const Cell*> cells;  // by seed; null: there is none

  const Cell* with_seed(std::size_t seed) const;  // counted from the first one
  std::size_t searches() const;                   // that there are
  std::size_t found() const;
  bool always_found() const { return found() != 0 && found() == searches(); }
  // Over the searches that found the bug, which is too low where others did not; nothing where none did.
  std::optional<double> mean(Measure measure) const;
};

// Of an execution that was completed, on average.
struct Cost {
  std::uint64_t completed = 0, abandoned = 0;  // of all searches together
  double replayed_steps = 0;
  double steps = 0;  // abandoned executions included
  double seconds = 0;

  double abandoned_share() const { return static_cast<double>(abandoned) / static_cast<double>(completed); }
};

// Nothing where no cell knows it.
std::optional<Cost> cost_of(const StrategyRuns& runs);

// The cells are those of the file that the row was made from.
struct HarsRow {
  HarsSubject subject;
  std::vector<StrategyRuns> runs;      // in the order of the options
  std::vector<StrategyRuns> sweep;     // by strategy and length of the queue
  std::vector<StrategyRuns> coverage;  // these do not end at the first bug
  const Cell* long_run = nullptr;

  const StrategyRuns* find(std::string_view strategy) const;  // among the first
  const StrategyRuns* find_coverage(std::string_view strategy) const;
  std::optional<double> mean(std::string_view strategy, Measure measure) const;
  // The same, but nothing where any search did not find the bug: what can be compared.
  std::optional<double> reliable_mean(std::string_view strategy, Measure measure) const;
};

struct HarsResult {
  HarsOptions options;
  std::vector<HarsRow> rows;

  bool has(std::string_view strategy) const;
};

class HarsStudy {
 public:
  using Entry = StudyEntry<HarsSubject>;

  HarsStudy(std::vector<Entry> entries, HarsOptions options)
      : entries_(std::move(entries)), options_(std::move(options)) {}

  std::vector<CellGroup> searches() const;
  HarsResult result(const CellFile& cells) const;

 private:
  std::vector<CellKey> to_first_bug(const Entry& entry, const std::string& strategy) const;
  std::vector<CellKey> coverage(const Entry& entry, const std::string& strategy) const;
  CellKey long_run(const Entry& entry) const;
  std::vector<std::string> coverage_strategies() const;
  std::vector<std::string> sweep_strategies() const;

  std::vector<Entry> entries_;
  HarsOptions options_;
};

}  // namespace heddle::study
