#include "study/hars/hars_comparison.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "study/statistics/scott_knott.h"
#include "study/statistics/signed_rank_test.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

constexpr std::string_view kHars = "hars";

double executions_of(const Cell& cell, std::uint64_t allowed) {
  return static_cast<double>(cell.first != 0 ? cell.first : allowed + 1);
}

template <typename Value>
std::vector<Value> in_order(const std::vector<Value>& values, const std::vector<std::size_t>& order) {
  std::vector<Value> result;
  for (const std::size_t place : order) result.push_back(values[place]);
  return result;
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kWin:
      return "Win";
    case Outcome::kTie:
      return "Tie";
    case Outcome::kLoss:
      return "Loss";
  }
  return "";
}

PairedComparison compare_runs(const StrategyRuns& hars, const StrategyRuns& other, std::uint64_t executions,
                              std::size_t comparisons) {
  std::vector<double> own, theirs;
  for (std::size_t seed = 0; seed < hars.cells.size(); ++seed) {
    const Cell* const first = hars.with_seed(seed);
    const Cell* const second = other.with_seed(seed);
    if (first == nullptr || second == nullptr) continue;
    own.push_back(executions_of(*first, executions));
    theirs.push_back(executions_of(*second, executions));
  }
  PairedComparison comparison;
  comparison.pairs = own.size();
  comparison.delta = cliffs_delta(own, theirs);
  comparison.effect = magnitude(comparison.delta);
  const std::optional<SignedRankTest> test = signed_rank_test(own, theirs);
  if (!test) return comparison;
  comparison.p = bonferroni(test->p, comparisons);
  if (*comparison.p < kLevel)
    comparison.outcome = test->positive < test->negative ? Outcome::kWin : Outcome::kLoss;
  return comparison;
}

ComparisonSums ComparisonTable::sums(std::size_t other) const {
  ComparisonSums sums;
  for (const auto& line : lines) {
    if (!line[other]) continue;
    ++sums.outcomes[static_cast<std::size_t>(line[other]->outcome)];
    ++sums.effects[static_cast<std::size_t>(line[other]->effect)];
  }
  return sums;
}

ComparisonTable compare_with_hars(const HarsResult& result) {
  ComparisonTable table;
  if (!result.has(kHars)) return table;
  for (const std::string& strategy : result.options.strategies)
    if (strategy != kHars) table.others.push_back(strategy);
  for (const HarsRow& row : result.rows) {
    const StrategyRuns& hars = *row.find(kHars);
    std::vector<std::optional<PairedComparison>> line;
    for (const std::string& other : table.others) {
      const PairedComparison comparison =
          compare_runs(hars, *row.find(other), result.options.executions, table.others.size());
      line.push_back(comparison.pairs == 0 ? std::nullopt : std::optional(comparison));
    }
    table.subjects.emplace_back(row.subject.name);
    table.lines.push_back(std::move(line));
  }
  return table;
}

Ranking rank(const HarsResult& result, const std::vector<std::string>& strategies, Measure measure) {
  std::vector<std::vector<double>> values(strategies.size());
  for (const HarsRow& row : result.rows) {
    std::vector<double> line;
    for (const std::string& strategy : strategies)
      if (const std::optional<double> value = row.reliable_mean(strategy, measure)) line.push_back(*value);
    if (line.size() != strategies.size()) continue;
    for (std::size_t i = 0; i < line.size(); ++i) values[i].push_back(line[i]);
  }
  Ranking ranking;
  if (values.empty() || values.front().size() < 2) return ranking;
  ranking.subjects = values.front().size();
  std::vector<double> means;
  for (const std::vector<double>& each : values) means.push_back(mean(each));
  std::vector<std::size_t> order(strategies.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::size_t place) { return std::pair(means[place], place); });
  values = in_order(values, order);
  ranking.strategies = in_order(strategies, order);
  ranking.means = in_order(means, order);
  ranking.version_2 = scott_knott_esd(values, {.rule = SplitRule::kNotNegligible});
  ranking.strict = scott_knott_esd(values, {.rule = SplitRule::kSignificantAndNotNegligible});
  return ranking;
}

std::vector<std::string> ranked_together(const HarsResult& result) {
  std::vector<std::string> strategies;
  for (const std::string& strategy : result.options.strategies) {
    const auto found = std::ranges::count_if(
        result.rows, [&](const HarsRow& row) { return row.find(strategy)->always_found(); });
    if (static_cast<double>(found) >= kRankedTogether * static_cast<double>(result.rows.size()))
      strategies.push_back(strategy);
  }
  return strategies;
}

std::vector<Ranking> rankings(const HarsResult& result, Measure measure) {
  std::vector<Ranking> all = {rank(result, ranked_together(result), measure)};
  if (!result.has(kHars)) return all;
  for (const std::string& other : result.options.strategies)
    if (other != kHars) all.push_back(rank(result, {std::string(kHars), other}, measure));
  return all;
}

}  // namespace heddle::study
