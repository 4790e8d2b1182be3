#include "coverage/sync_pair_metric.h"

namespace heddle {

void SyncPairMetric::estimate(const Execution& execution) {
  if (!execution.is_whole() && ++attempts_ < kMostAttempts) return;
  for (const LockedPair& pair : estimate_sync_pairs(execution.events, estimate_)) requirements_.require(pair);
  is_estimated_ = true;
}

void SyncPairMetric::add(const Execution& execution, std::uint64_t number) {
  if (!is_estimated_) estimate(execution);
  tracker_.begin();
  for (const Event& event : execution.events)
    if (const std::optional<LockedPair> pair = tracker_.add(event)) requirements_.cover(*pair, number);
}

std::vector<CoverageItem> SyncPairMetric::items() const {
  std::vector<CoverageItem> items;
  for (const SyncRequirements::Requirement& each : requirements_.all()) {
    CoverageItem item;
    item.steps = 2;
    item.estimated = each.estimated;
    item.covered = each.covered;
    item.execution = each.execution;
    item.step[0] = {each.what.pair.first, each.what.lock, OperationKind::kLock, 0};
    item.step[1] = {each.what.pair.second, each.what.lock, OperationKind::kLock, 0};
    items.push_back(item);
  }
  return items;
}

}  // namespace heddle
