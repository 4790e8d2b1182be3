#include "coverage/coverage_report.h"

#include <algorithm>
#include <span>

namespace heddle {

std::string_view to_string(MetricKind metric) {
  switch (metric) {
    case MetricKind::kSyncPairs:
      return "sync-pairs";
    case MetricKind::kIRoots:
      return "iroots";
    case MetricKind::kPatterns:
      return "patterns";
    case MetricKind::kCount:
      break;
  }
  return "unknown";
}

void put(Writer& writer, const CoverageReport& report) {
  writer.put(report.executions);
  writer.put(static_cast<std::uint64_t>(report.metrics.size()));
  for (const MetricReport& each : report.metrics) {
    writer.put(each.metric);
    writer.put_all(std::span(each.items));
    writer.put_all(std::span(each.growth));
  }
  writer.put_all(std::span(report.objects));
}

void get(Reader& reader, CoverageReport& report) {
  reader.get(report.executions);
  report.metrics.resize(reader.count(sizeof(MetricKind)));
  for (MetricReport& each : report.metrics) {
    reader.get(each.metric);
    reader.get_all(each.items);
    reader.get_all(each.growth);
  }
  reader.get_all(report.objects);
  for (MetricReport& each : report.metrics)
    for (CoverageItem& item : each.items) {
      item.steps = std::min(item.steps, static_cast<std::uint8_t>(CoverageItem::kMostSteps));
      for (CoverageStep& step : item.step)
        if (step.object > report.objects.size()) step.object = 0;
    }
}

}  // namespace heddle
