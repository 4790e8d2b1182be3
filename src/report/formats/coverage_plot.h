// How coverage grew, as a picture.
#pragma once

#include <string>

#include "report/formats/svg_plot.h"
#include "report/model/coverage_document.h"

namespace heddle::report {

// What was covered after how many executions, from none to all.
Curve growth(const MetricDocument& metric, std::uint64_t executions);

// A panel for each metric.
std::string coverage_svg(const CoverageDocument& document);

}  // namespace heddle::report
