#include "coverage/meter.h"

#include <map>
#include <tuple>

#include "coverage/iroot_metric.h"
#include "coverage/pattern_metric.h"
#include "coverage/sync_pair_metric.h"
#include "event/access_detail.h"

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

bool Meter::add(const Execution& execution, double seconds) {
  if (!measures() || (execution.events.empty() && execution.recorded != 0)) return false;
  ++executions_;
  bool is_news = executions_ == 1, has_grown = is_news;
  for (Measured& each : metrics_) {
    is_news = each.metric->add(execution, executions_ - 1) || is_news;
    const std::uint64_t covered = each.metric->covered();
    if (each.growth.empty() ? covered == 0 : covered == each.growth.back().covered) continue;
    each.growth.push_back({executions_ - 1, covered});
    is_news = has_grown = true;
  }
  if (has_grown) note_accesses(execution);
  if (saturation_)
    saturation_->add(settings_.window_in_executions ? static_cast<double>(executions_) : seconds,
                     static_cast<double>(metrics_.front().metric->covered()));
  return is_news;
}

void Meter::pass_over(std::uint64_t executions, double seconds) {
  executions_ += executions;
  if (saturation_) saturation_->add(seconds, static_cast<double>(metrics_.front().metric->covered()));
}

void Meter::note_accesses(const Execution& execution) {
  for (const Event& event : execution.events)
    if (is_access(event.kind) && event.kind != OperationKind::kFree && event.location != kNoLocation)
      accesses_.try_emplace(access_key(event.location, event.site), start_of(event), event.size);
}

CoverageReport Meter::report(const LocationTable& locations) const {
  CoverageReport report;
  report.executions = executions_;
  std::map<std::tuple<LocationId, std::int64_t, std::uint64_t>, std::uint32_t> places;
  const auto place_of = [&](LocationId location, SiteId site) -> std::uint32_t {
    if (location == kNoLocation || location > locations.size()) return 0;
    const auto known = accesses_.find(access_key(location, site));
    const Accessed bytes = known == accesses_.end() ? Accessed{} : known->second;
    const auto [place, added] = places.try_emplace({location, bytes.start, bytes.size},
                                                   static_cast<std::uint32_t>(report.objects.size() + 1));
    if (added) report.objects.push_back({moved(locations[location], bytes.start), bytes.size});
    return place->second;
  };
  for (const Measured& each : metrics_) {
    MetricReport metric{each.kind, each.metric->items(), each.growth};
    for (CoverageItem& item : metric.items)
      for (CoverageStep& step : item.step) step.object = place_of(step.object, step.site);
    report.metrics.push_back(std::move(metric));
  }
  return report;
}

}  // namespace heddle
