// Synchronization pairs as a metric: required is what the estimation phase of the TSA paper expects after the
// first whole execution.
#pragma once

#include "analysis/sync_requirements.h"
#include "coverage/metric.h"

namespace heddle {

class SyncPairMetric : public Metric {
 public:
  SyncPairMetric(Estimate estimate, const std::vector<SyncPair>& requirements)
      : estimate_(estimate), is_estimated_(!requirements.empty()) {
    for (const SyncPair& pair : requirements) requirements_.require({pair, kNoLocation});
  }

  bool add(const Execution& execution, std::uint64_t number) override;
  std::size_t covered() const override { return requirements_.covered(); }
  std::vector<CoverageItem> items() const override;

 private:
  // Executions after which the estimate is made even if none was whole.
  static constexpr std::uint64_t kMostAttempts = 32;

  void estimate(const Execution& execution);

  Estimate estimate_;
  bool is_estimated_;
  std::uint64_t attempts_ = 0;
  SyncPairTracker tracker_;
  SyncRequirements requirements_;
};

}  // namespace heddle
