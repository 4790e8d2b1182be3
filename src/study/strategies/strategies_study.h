// How many executions each strategy needs to find each bug: searches until the first bug, with many seeds.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "study/cell_runner.h"
#include "study/cells.h"
#include "study/subjects.h"

namespace heddle::study {

struct StrategiesOptions {
  std::vector<std::string> strategies;
  std::uint64_t executions = 10'000;  // at most, for each search
  std::uint64_t first_seed = 1;
  std::uint64_t seeds = 20;
};

inline constexpr std::string_view kDefaultStrategies = "random pct rpro pos urw surw surwp hold noise auto";

// Separated by spaces or ';'. Commas separate, too, unless they belong to options.
std::vector<std::string> split_names(std::string_view text);
// The same for strategies: the error is that of the first one that does not exist.
Result<std::vector<std::string>> split_strategies(std::string_view text);

// All searches of a subject with a strategy. A search that finds nothing counts as one that needed all of its
// executions.
struct SearchSummary {
  std::string subject;
  std::string strategy;
  std::uint64_t searches = 0;
  std::uint64_t found = 0;
  double mean = 0;  // executions to the first bug
  double median = 0;

  double share() const {
    return searches == 0 ? 0 : static_cast<double>(found) / static_cast<double>(searches);
  }
};

// Row by row: subjects, and for each the strategies in their order. Those without any search are missing.
struct StrategiesResult {
  std::vector<std::string> subjects;
  std::vector<std::string> strategies;
  std::vector<SearchSummary> summaries;
  std::uint64_t executions = 0;

  const SearchSummary* find(std::string_view subject, std::string_view strategy) const;
};

class StrategiesStudy {
 public:
  StrategiesStudy(std::vector<Subject> subjects, StrategiesOptions options)
      : subjects_(std::move(subjects)), options_(std::move(options)) {}

  // One for each subject and strategy, with all seeds.
  std::vector<CellGroup> searches() const;
  StrategiesResult result(const CellFile& cells) const;

 private:
  std::vector<CellKey> keys(const Subject& subject, const std::string& strategy) const;

  std::vector<Subject> subjects_;
  StrategiesOptions options_;
};

}  // namespace heddle::study
