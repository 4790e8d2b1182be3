#include "study/strategies/strategies_study.h"

#include <algorithm>

#include "strategies/registry.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

std::vector<std::string> split(std::string_view text, std::string_view separators) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    if (end != 0) parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

}  // namespace

std::vector<std::string> split_names(std::string_view text) {
  std::vector<std::string> names;
  for (const std::string& word : split(text, " \t\n;")) {
    if (word.find(':') != std::string::npos)
      names.push_back(word);
    else
      for (const std::string& name : split(word, ",")) names.push_back(name);
  }
  return names;
}

Result<std::vector<std::string>> split_strategies(std::string_view text) {
  std::vector<std::string> strategies = split_names(text);
  for (const std::string& strategy : strategies)
    if (const Result<ParsedStrategy> parsed = parse_strategy(strategy); !parsed) return Error{parsed.error()};
  return strategies;
}

const SearchSummary* StrategiesResult::find(std::string_view subject, std::string_view strategy) const {
  const auto found = std::find_if(summaries.begin(), summaries.end(), [&](const SearchSummary& summary) {
    return summary.subject == subject && summary.strategy == strategy;
  });
  return found == summaries.end() ? nullptr : &*found;
}

std::vector<CellKey> StrategiesStudy::keys(const Subject& subject, const std::string& strategy) const {
  std::vector<CellKey> keys;
  for (std::uint64_t i = 0; i < options_.seeds; ++i)
    keys.push_back({subject.name, subject.hash, strategy, options_.first_seed + i, options_.executions,
                    host::Until::kFirstBug});
  return keys;
}

std::vector<CellGroup> StrategiesStudy::searches() const {
  std::vector<CellGroup> groups;
  for (const Subject& subject : subjects_)
    for (const std::string& strategy : options_.strategies)
      groups.push_back({&subject, keys(subject, strategy), 1});
  return groups;
}

StrategiesResult StrategiesStudy::result(const CellFile& cells) const {
  StrategiesResult result;
  result.strategies = options_.strategies;
  result.executions = options_.executions;
  for (const Subject& subject : subjects_) {
    result.subjects.push_back(subject.name);
    for (const std::string& strategy : options_.strategies) {
      SearchSummary summary{subject.name, strategy};
      std::vector<double> needed;
      for (const CellKey& key : keys(subject, strategy)) {
        const Cell* cell = cells.find(key);
        if (cell == nullptr) continue;
        if (cell->first != 0) ++summary.found;
        needed.push_back(static_cast<double>(cell->first != 0 ? cell->first : options_.executions));
      }
      if (needed.empty()) continue;
      summary.searches = needed.size();
      summary.mean = mean(needed);
      summary.median = median(needed);
      result.summaries.push_back(std::move(summary));
    }
  }
  return result;
}

}  // namespace heddle::study
