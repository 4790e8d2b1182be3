// How much was exercised, and what is left, for the terminal.
#pragma once

#include <string>
#include <string_view>

#include "report/model/coverage_document.h"
#include "report/model/style.h"

namespace heddle::report {

// "synchronization pairs"
std::string metric_title(std::string_view metric);

// Whether anything was expected before the search, so that something can be missing.
bool has_estimate(const MetricDocument& metric);

// One line for each metric.
std::string coverage_summary(const CoverageDocument& document);

// With what is not covered, the most surprising first; at most `limit` of each metric.
std::string coverage_text(const CoverageDocument& document, std::size_t limit, const Style& style);

// What is not covered, the most surprising first: of lines that were seen in many other orders.
std::vector<const DocumentItem*> ranked_uncovered(const MetricDocument& metric);

}  // namespace heddle::report
