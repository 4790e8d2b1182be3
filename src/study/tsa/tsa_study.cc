#include "study/tsa/tsa_study.h"

#include <fmt/format.h>
#include <algorithm>
#include <set>

#include "strategies/tsa.h"
#include "study/growth.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

constexpr char kTsa[] = "tsa", kTsaH[] = "tsa-h", kVary[] = "tsa:vary=true";
constexpr char kSharp[] = "tsa:estimate=sharp";
constexpr const char* kLongerSearches[] = {kVary, "random", "auto"};

std::vector<std::string> all_strategies_of_study() {
  std::vector<std::string> strategies = {kTsa, kTsaH, kVary};
  for (const Noise noise : kNoises)
    for (const double probability : kProbabilities) strategies.push_back(noise_strategy(noise, probability));
  return strategies;
}

using PairKeys = std::set<std::uint64_t>;

void add_covered(const Cell* cell, PairKeys& keys) {
  if (cell == nullptr) return;
  for (const CellPair& each : cell->pairs)
    if (each.covered) keys.insert(each.pair.key());
}

}  // namespace

std::string_view to_string(Noise noise) {
  switch (noise) {
    case Noise::kYield:
      return "RND-y";
    case Noise::kSleep10:
      return "RND-s10";
    case Noise::kSleep100:
      return "RND-s100";
  }
  return "";
}

std::string noise_strategy(Noise noise, double probability) {
  const char* const mode = noise == Noise::kYield     ? "mode=yield"
                           : noise == Noise::kSleep10 ? "mode=sleep,max=10ms"
                                                      : "mode=sleep,max=100ms";
  return fmt::format("noise:{},probability={}", mode, probability);
}

double CoverageRuns::mean_covered() const {
  return covered.empty() ? 0 : mean(covered);
}

std::size_t EstimateRow::count(WhyUncovered why) const {
  return static_cast<std::size_t>(std::count_if(false_positives.begin(), false_positives.end(),
                                                [why](const auto& each) { return each.second == why; }));
}

const CoverageRuns* TsaRow::best_noise() const {
  const CoverageRuns* best = nullptr;
  for (const CoverageRuns& each : noises)
    if (!each.covered.empty() && (best == nullptr || each.mean_covered() > best->mean_covered()))
      best = &each;
  return best;
}

std::vector<const CoverageRuns*> TsaRow::noises_of(Noise noise) const {
  std::vector<const CoverageRuns*> found;
  for (const double probability : kProbabilities)
    for (const CoverageRuns& each : noises)
      if (each.strategy == noise_strategy(noise, probability) && !each.covered.empty())
        found.push_back(&each);
  return found;
}

CellKey TsaStudy::estimation(const Entry& entry, const std::string& strategy) const {
  return {entry.subject.name, entry.subject.hash, strategy, options_.first_seed, 4, host::Until::kBudget};
}

CellKey TsaStudy::longer_search(const Entry& entry, const std::string& strategy) const {
  return {entry.subject.name,  entry.subject.hash,     strategy,
          options_.first_seed, options_.longer_search, host::Until::kBudget};
}

std::vector<CellKey> TsaStudy::runs(const Entry& entry, const std::string& strategy) const {
  std::vector<CellKey> keys;
  for (std::uint64_t i = 0; i < options_.runs; ++i)
    keys.push_back({entry.subject.name, entry.subject.hash, strategy, options_.first_seed + i,
                    options_.longest, host::Until::kSaturation});
  return keys;
}

std::vector<CellGroup> TsaStudy::estimations() const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_)
    groups.push_back({&entry.subject, {estimation(entry, kTsa), estimation(entry, kSharp)}, 1, {}});
  return groups;
}

std::vector<SyncPair> TsaStudy::estimated(const Entry& entry, const CellFile& cells,
                                          const std::string& strategy) const {
  std::vector<SyncPair> pairs;
  if (const Cell* const cell = cells.find(estimation(entry, strategy)))
    for (const CellPair& each : cell->pairs)
      if (each.estimated) pairs.push_back(each.pair);
  return pairs;
}

std::vector<CellGroup> TsaStudy::searches(const CellFile& cells) const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_) {
    const std::vector<SyncPair> requirements = estimated(entry, cells, kTsa);
    for (const std::string& strategy : all_strategies_of_study())
      groups.push_back({&entry.subject, runs(entry, strategy), 1, requirements});
    for (const char* const strategy : kLongerSearches)
      groups.push_back({&entry.subject, {longer_search(entry, strategy)}, 10, requirements});
  }
  return groups;
}

CoverageRuns TsaStudy::summarise(const Entry& entry, const std::string& strategy,
                                 const CellFile& cells) const {
  CoverageRuns summary;
  summary.strategy = strategy;
  std::vector<const Cell*> found;
  double decisions = 0, by_rule_3 = 0;
  for (const CellKey& key : runs(entry, strategy)) {
    const Cell* const cell = cells.find(key);
    if (cell == nullptr) continue;
    found.push_back(cell);
    summary.covered.push_back(static_cast<double>(covered_after(*cell, options_.executions)));
    summary.at_saturation.push_back(static_cast<double>(covered_after(*cell, cell->executions)));
    summary.to_saturation.push_back(static_cast<double>(cell->executions));
    summary.saturated += cell->executions < options_.longest ? 1 : 0;
    summary.seconds_to_saturation += cell->seconds;
    for (const Tsa::Rule rule : {Tsa::kRule1, Tsa::kRule2, Tsa::kRule3})
      decisions += static_cast<double>(cell->tally[rule]);
    by_rule_3 += static_cast<double>(cell->tally[Tsa::kRule3]);
  }
  summary.growth = mean_growth(found, options_.executions);
  if (found.empty()) return summary;
  summary.seconds_to_saturation /= static_cast<double>(found.size());
  summary.rule_3 = decisions == 0 ? 0 : by_rule_3 / decisions;
  return summary;
}

EstimateRow TsaStudy::judge_estimate(const Entry& entry, const CellFile& cells) const {
  EstimateRow row;
  PairKeys by_tsa, by_others, expected, sharp;
  for (const CellKey& key : runs(entry, kTsa)) add_covered(cells.find(key), by_tsa);
  for (const std::string& strategy : all_strategies_of_study())
    for (const CellKey& key : runs(entry, strategy)) add_covered(cells.find(key), by_others);
  for (const char* const strategy : kLongerSearches)
    add_covered(cells.find(longer_search(entry, strategy)), by_others);
  for (const SyncPair& pair : estimated(entry, cells, kSharp)) sharp.insert(pair.key());
  row.sharp = sharp.size();
  row.covered = by_tsa.size();
  for (const SyncPair& pair : estimated(entry, cells, kTsa)) {
    expected.insert(pair.key());
    if (by_tsa.contains(pair.key())) continue;
    const WhyUncovered why = by_others.contains(pair.key()) ? WhyUncovered::kCoveredByOthers
                             : !sharp.contains(pair.key())  ? WhyUncovered::kInfeasible
                                                            : WhyUncovered::kNotShown;
    row.false_positives.emplace_back(pair, why);
  }
  row.estimated = expected.size();
  for (const std::uint64_t key : by_tsa)
    if (!expected.contains(key))
      row.false_negatives.push_back({static_cast<SiteId>(key >> 32), static_cast<SiteId>(key)});
  return row;
}

std::vector<TsaRow> TsaStudy::rows(const CellFile& cells) const {
  std::vector<TsaRow> rows;
  for (const Entry& entry : entries_) {
    TsaRow row;
    row.subject = entry.facts;
    row.tsa = summarise(entry, kTsa, cells);
    row.tsa_h = summarise(entry, kTsaH, cells);
    row.vary = summarise(entry, kVary, cells);
    for (const Noise noise : kNoises)
      for (const double probability : kProbabilities)
        row.noises.push_back(summarise(entry, noise_strategy(noise, probability), cells));
    row.estimate = judge_estimate(entry, cells);
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace heddle::study
