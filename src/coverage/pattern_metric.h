// Memory-access patterns as a metric. Their number is unknown: what is covered is compared with what
// other runs have covered.
#pragma once

#include <unordered_set>
#include <vector>

#include "analysis/access_patterns.h"
#include "analysis/pattern_set.h"
#include "coverage/metric.h"

namespace heddle {

class PatternMetric : public Metric {
 public:
  bool add(const Execution& execution, std::uint64_t number) override;
  // By thread names, sites and variables, as the HARS paper tells patterns apart.
  std::size_t covered() const override { return patterns_.size(); }
  // By sites alone: what a person can look at.
  std::vector<CoverageItem> items() const override { return items_; }

 private:
  void note(const Pattern& pattern, std::uint64_t execution);

  PatternSet patterns_;
  std::vector<CoverageItem> items_;
  std::unordered_set<std::uint64_t> by_sites_;  // identities without threads and variables
};

}  // namespace heddle
