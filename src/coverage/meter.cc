#include "coverage/meter.h"

#include <unordered_map>

#include "coverage/iroot_metric.h"
#include "coverage/pattern_metric.h"
#include "coverage/sync_pair_metric.h"

namespace heddle {

namespace {

std::unique_ptr<Metric> make_metric(MetricKind metric, const MeterSettings& settings,
                                    const std::vector<SyncPair>& requirements) {
  switch (metric) {
    case MetricKind::kSyncPairs:
      return std::make_unique<SyncPairMetric>(settings.estimate, requirements);
    case MetricKind::kIRoots:
      return std::make_unique<IRootMetric>(settings.idioms);
    case MetricKind::kPatterns:
      return std::make_unique<PatternMetric>();
    case MetricKind::kCount:
      break;
  }
  return nullptr;
}

}  // namespace

Meter::Meter(const MeterSettings& settings, const std::vector<SyncPair>& requirements) : settings_(settings) {
  for (unsigned i = 0; i < static_cast<unsigned>(MetricKind::kCount); ++i) {
    const auto kind = static_cast<MetricKind>(i);
    if ((settings.metrics & bit_of(kind)) != 0)
      metrics_.push_back({kind, make_metric(kind, settings, requirements), {}});
  }
  if (settings.until_saturation && measures()) saturation_.emplace(settings.window);
}

void Meter::add(const Execution& execution, double seconds) {
  if (!measures() || (execution.events.empty() && execution.recorded != 0)) return;
  ++executions_;
  for (Measured& each : metrics_) {
    each.metric->add(execution, executions_ - 1);
    const std::uint64_t covered = each.metric->covered();
    if (each.growth.empty() ? covered != 0 : covered != each.growth.back().covered)
      each.growth.push_back({executions_ - 1, covered});
  }
  if (saturation_)
    saturation_->add(settings_.window_in_executions ? static_cast<double>(executions_) : seconds,
                     static_cast<double>(metrics_.front().metric->covered()));
}

CoverageReport Meter::report(const LocationTable& locations) const {
  CoverageReport report;
  report.executions = executions_;
  std::unordered_map<LocationId, std::uint32_t> places;
  const auto place_of = [&](LocationId location) -> std::uint32_t {
    if (location == kNoLocation || location > locations.size()) return 0;
    const auto [place, added] =
        places.try_emplace(location, static_cast<std::uint32_t>(report.objects.size() + 1));
    if (added) report.objects.push_back(locations[location]);
    return place->second;
  };
  for (const Measured& each : metrics_) {
    MetricReport metric{each.kind, each.metric->items(), each.growth};
    for (CoverageItem& item : metric.items)
      for (CoverageStep& step : item.step) step.object = place_of(step.object);
    report.metrics.push_back(std::move(metric));
  }
  return report;
}

}  // namespace heddle
