// Interleaving roots as a metric: required is what whole executions show to be possible.
#pragma once

#include "analysis/iroot_candidates.h"
#include "coverage/metric.h"

namespace heddle {

class IRootMetric : public Metric {
 public:
  explicit IRootMetric(IdiomSet idioms) : idioms_(idioms) {}

  bool add(const Execution& execution, std::uint64_t number) override;
  std::size_t covered() const override { return candidates_.exposed(); }
  std::vector<CoverageItem> items() const override;

 private:
  static constexpr unsigned kPredictions = 4;  // executions from which roots are predicted

  IdiomSet idioms_;
  unsigned predictions_ = 0;
  IRootCandidates candidates_;
};

}  // namespace heddle
