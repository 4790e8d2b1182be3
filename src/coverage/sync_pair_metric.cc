#include "coverage/sync_pair_metric.h"

#include "event/interruption.h"

namespace heddle {

void SyncPairMetric::estimate(const Execution& execution) {
  if (!execution.is_whole() && ++attempts_ < kMostAttempts) return;
  const std::vector<LockedPair> pairs = estimate_sync_pairs(execution.events, estimate_);
  if (is_analysis_over()) return;  // it may have seen a part
  for (const LockedPair& pair : pairs) requirements_.require(pair);
  is_estimated_ = true;
}

bool SyncPairMetric::add(const Execution& execution, std::uint64_t number) {
  bool is_news = !is_estimated_;
  if (!is_estimated_) estimate(execution);
  tracker_.begin();
  for (std::size_t i = 0; i < execution.events.size() && !is_analysis_over(i); ++i)
    if (const std::optional<LockedPair> pair = tracker_.add(execution.events[i]))
      is_news = requirements_.cover(*pair, number) || is_news;
  return is_news;
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
