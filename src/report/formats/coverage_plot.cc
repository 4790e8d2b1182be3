#include "report/formats/coverage_plot.h"

#include <fmt/format.h>
#include <algorithm>

#include "report/text/coverage_text.h"

namespace heddle::report {

Curve growth(const MetricDocument& metric, std::uint64_t executions) {
  std::vector<std::uint64_t> first;  // executions that covered something new, each as often as it did
  for (const DocumentItem& item : metric.items)
    if (item.covered()) first.push_back(*item.execution + 1);
  std::sort(first.begin(), first.end());
  Curve curve{"covered", {{0, 0}}, false};
  // A step at each of them: what is covered does not grow in between.
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto x = static_cast<double>(first[i]);
    if (x != curve.points.back().x) curve.points.push_back({x, curve.points.back().y});
    if (i + 1 == first.size() || first[i + 1] != first[i])
      curve.points.push_back({x, static_cast<double>(i + 1)});
  }
  if (const auto end = static_cast<double>(executions); end > curve.points.back().x)
    curve.points.push_back({end, curve.points.back().y});
  return curve;
}

std::string coverage_svg(const CoverageDocument& document) {
  std::vector<Panel> panels;
  for (const MetricDocument& metric : document.metrics) {
    Panel panel;
    panel.title = metric_title(metric.metric);
    panel.x_label = "executions";
    panel.y_label = "covered";
    panel.curves.push_back(growth(metric, document.executions));
    if (has_estimate(metric)) panel.level = Level{"known", static_cast<double>(metric.required())};
    panels.push_back(std::move(panel));
  }
  return svg_plot(fmt::format("Coverage of {}", document.program), panels);
}

}  // namespace heddle::report
