#include "coverage/coverage_report.h"

#include <algorithm>
#include <span>

namespace heddle {

Result<std::uint32_t> parse_metrics(std::string_view text) {
  std::uint32_t metrics = 0;
  for (std::size_t start = 0; text != "none" && start <= text.size();) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    const std::string_view name = text.substr(start, comma - start);
    start = comma + 1;
    std::uint32_t bits = 0;
    std::string known;
    for (unsigned i = 0; i < static_cast<unsigned>(MetricKind::kCount); ++i) {
      const auto metric = static_cast<MetricKind>(i);
      if (name == to_string(metric) || name == "all") bits |= bit_of(metric);
      known.append(to_string(metric)).append(", ");
    }
    if (bits == 0)
      return Error{"'" + std::string(name) + "' is not a coverage metric; write a list of " + known +
                   "or all, or none"};
    metrics |= bits;
  }
  return metrics;
}

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
