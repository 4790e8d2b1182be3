#include "study/hars/hars_study.h"

#include <algorithm>

#include "strategies/prefix_search.h"
#include "strategies/registry.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

// `mcr` is one of the paper's, and may not be there.
constexpr std::array<std::string_view, 10> kDefaultStrategiesOfStudy = {
    "ars", "hars", "random", "mcr", "tsa", "hars-online", "pct", "pos", "surw", "auto"};

// They draw nothing: the same search for every seed.
constexpr std::array<std::string_view, 2> kDeterministic = {"dfs", "mcr"};

// How long a cell takes, compared with one that ends at the first bug.
constexpr double kCoverageCost = 20;
constexpr double kLongRunCost = 50;

bool is_deterministic(std::string_view strategy) {
  return std::ranges::find(kDeterministic, strategy.substr(0, strategy.find(':'))) != kDeterministic.end();
}

StrategyRuns runs_of(const std::string& strategy, const std::vector<CellKey>& keys, const CellFile& cells) {
  StrategyRuns runs{strategy, is_deterministic(strategy), {}};
  for (const CellKey& key : keys) runs.cells.push_back(cells.find(key));
  return runs;
}

const StrategyRuns* find_in(const std::vector<StrategyRuns>& runs, std::string_view strategy) {
  const auto found = std::ranges::find(runs, strategy, &StrategyRuns::strategy);
  return found == runs.end() ? nullptr : &*found;
}

}  // namespace

std::vector<std::string> default_hars_strategies() {
  std::vector<std::string> strategies;
  for (const std::string_view name : kDefaultStrategiesOfStudy)
    if (std::ranges::find(all_strategies(), name, &StrategyInfo::name) != all_strategies().end())
      strategies.emplace_back(name);
  return strategies;
}

std::string with_queue(std::string_view strategy, std::size_t length) {
  return std::string(strategy) + ":queue=" + std::to_string(length);
}

const Cell* StrategyRuns::with_seed(std::size_t seed) const {
  if (deterministic) seed = 0;
  return seed < cells.size() ? cells[seed] : nullptr;
}

std::size_t StrategyRuns::searches() const {
  return cells.size() - static_cast<std::size_t>(std::ranges::count(cells, nullptr));
}

std::size_t StrategyRuns::found() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cells, [](const Cell* cell) { return cell != nullptr && cell->first != 0; }));
}

std::optional<double> StrategyRuns::mean(Measure measure) const {
  std::vector<double> values;
  for (const Cell* const cell : cells)
    if (cell != nullptr && cell->first != 0)
      values.push_back(measure == Measure::kExecutions ? static_cast<double>(cell->first) : cell->seconds);
  return values.empty() ? std::nullopt : std::optional(study::mean(values));
}

std::optional<Cost> cost_of(const StrategyRuns& runs) {
  Cost cost;
  double replayed = 0, steps = 0, seconds = 0;
  for (const Cell* const cell : runs.cells) {
    if (cell == nullptr || cell->steps == 0) continue;  // of a time when steps were not counted
    cost.completed += cell->executions;
    cost.abandoned += cell->abandoned;
    steps += static_cast<double>(cell->steps);
    seconds += cell->seconds;
    if (tally_name(runs.strategy, kReplayedSteps) == "replayed-steps")
      replayed += static_cast<double>(cell->tally[kReplayedSteps]);
  }
  if (cost.completed == 0) return std::nullopt;
  const auto completed = static_cast<double>(cost.completed);
  cost.replayed_steps = replayed / completed;
  cost.steps = steps / completed;
  cost.seconds = seconds / completed;
  return cost;
}

const StrategyRuns* HarsRow::find(std::string_view strategy) const {
  return find_in(runs, strategy);
}

const StrategyRuns* HarsRow::find_coverage(std::string_view strategy) const {
  return find_in(coverage, strategy);
}

std::optional<double> HarsRow::mean(std::string_view strategy, Measure measure) const {
  const StrategyRuns* const found = find(strategy);
  return found == nullptr ? std::nullopt : found->mean(measure);
}

std::optional<double> HarsRow::reliable_mean(std::string_view strategy, Measure measure) const {
  const StrategyRuns* const found = find(strategy);
  return found == nullptr || !found->always_found() ? std::nullopt : found->mean(measure);
}

bool HarsResult::has(std::string_view strategy) const {
  return std::ranges::find(options.strategies, strategy) != options.strategies.end();
}

std::vector<CellKey> HarsStudy::to_first_bug(const Entry& entry, const std::string& strategy) const {
  std::vector<CellKey> keys;
  for (std::uint64_t i = 0; i < (is_deterministic(strategy) ? 1 : options_.repeat); ++i)
    keys.push_back({entry.subject.name, entry.subject.hash, strategy, options_.first_seed + i,
                    options_.executions, host::Until::kFirstBug});
  return keys;
}

std::vector<CellKey> HarsStudy::coverage(const Entry& entry, const std::string& strategy) const {
  std::vector<CellKey> keys;
  for (std::uint64_t i = 0; i < options_.coverage_repeat; ++i)
    keys.push_back({entry.subject.name, entry.subject.hash, strategy, options_.first_seed + i,
                    options_.coverage_executions, host::Until::kBudget});
  return keys;
}

// With a seed that no other search of it has: the runs that are compared with it are not a part of it.
CellKey HarsStudy::long_run(const Entry& entry) const {
  return {entry.subject.name, entry.subject.hash,  "random", options_.first_seed + options_.coverage_repeat,
          options_.long_run,  host::Until::kBudget};
}

std::vector<std::string> HarsStudy::coverage_strategies() const {
  std::vector<std::string> strategies;
  for (const std::string_view strategy : kCoverageStrategies)
    if (options_.long_run != 0 &&
        std::ranges::find(options_.strategies, strategy) != options_.strategies.end())
      strategies.emplace_back(strategy);
  return strategies;
}

std::vector<std::string> HarsStudy::sweep_strategies() const {
  std::vector<std::string> strategies;
  if (!options_.sweep) return strategies;
  for (const std::string_view strategy : kQueueStrategies)
    for (std::size_t length = 1; length <= kLongestQueue; ++length)
      strategies.push_back(with_queue(strategy, length));
  return strategies;
}

std::vector<CellGroup> HarsStudy::searches() const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_) {
    for (const std::string& strategy : options_.strategies)
      groups.push_back({&entry.subject, to_first_bug(entry, strategy)});
    for (const std::string& strategy : sweep_strategies())
      groups.push_back({&entry.subject, to_first_bug(entry, strategy)});
    if (entry.facts.fails_nearly_always || coverage_strategies().empty()) continue;
    for (const std::string& strategy : coverage_strategies())
      groups.push_back({&entry.subject, coverage(entry, strategy), kCoverageCost});
    groups.push_back({&entry.subject, {long_run(entry)}, kLongRunCost});
  }
  return groups;
}

HarsResult HarsStudy::result(const CellFile& cells) const {
  HarsResult result{options_, {}};
  for (const Entry& entry : entries_) {
    HarsRow row{entry.facts, {}, {}, {}, cells.find(long_run(entry))};
    for (const std::string& strategy : options_.strategies)
      row.runs.push_back(runs_of(strategy, to_first_bug(entry, strategy), cells));
    for (const std::string& strategy : sweep_strategies())
      row.sweep.push_back(runs_of(strategy, to_first_bug(entry, strategy), cells));
    for (const std::string& strategy : coverage_strategies())
      row.coverage.push_back(runs_of(strategy, coverage(entry, strategy), cells));
    result.rows.push_back(std::move(row));
  }
  return result;
}

}  // namespace heddle::study
