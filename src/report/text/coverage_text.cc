#include "report/text/coverage_text.h"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "report/model/text.h"

namespace heddle::report {

namespace {

// "bank.cc:21 → bank.cc:34 never followed each other on `mutex_`"
std::string uncovered_pair(const DocumentItem& item) {
  return fmt::format("{} → {} never followed each other{}", item.steps.front().place, item.steps.back().place,
                     item.object_phrase());
}

// "idiom 2: read bank.cc:21, write bank.cc:34 by another thread, write bank.cc:22 by the first again"
std::string uncovered_root(const DocumentItem& item) {
  std::string text = fmt::format("idiom {}:", item.shape);
  for (std::size_t i = 0; i < item.steps.size(); ++i) {
    const DocumentStep& step = item.steps[i];
    text += fmt::format("{} {} at {}", i == 0 ? "" : ",", step.operation, step.place);
    if (i != 0 && step.thread != item.steps[i - 1].thread)
      text += step.thread == 1 ? " by another thread" : " by the first again";
  }
  return text;
}

std::string percentage(std::size_t part, std::size_t whole) {
  return whole == 0 ? "nothing is known"
                    : fmt::format("{:.0f} %", 100.0 * static_cast<double>(part) / static_cast<double>(whole));
}

}  // namespace

std::string metric_title(std::string_view metric) {
  if (metric == to_string(MetricKind::kSyncPairs)) return "synchronization pairs";
  if (metric == to_string(MetricKind::kIRoots)) return "interleaving roots";
  if (metric == to_string(MetricKind::kPatterns)) return "memory-access patterns";
  return std::string(metric);
}

bool has_estimate(const MetricDocument& metric) {
  return std::any_of(metric.items.begin(), metric.items.end(),
                     [](const DocumentItem& item) { return item.estimated; });
}

std::string coverage_summary(const CoverageDocument& document) {
  std::string text;
  for (const MetricDocument& metric : document.metrics) {
    if (metric.items.empty()) continue;
    const std::size_t covered = metric.covered(), discovered = metric.discovered();
    text += metric_title(metric.metric) + ": ";
    if (has_estimate(metric))
      text += fmt::format("{} of {} covered ({})", with_thousands(covered), with_thousands(metric.required()),
                          percentage(covered, metric.required()));
    else
      text += fmt::format("{} covered", with_thousands(covered));
    if (!has_estimate(metric) && !metric.growth.empty())
      text += fmt::format(" by lines of source, {} by threads and variables as well",
                          with_thousands(metric.growth.back().covered));
    if (has_estimate(metric) && discovered != 0)
      text += fmt::format(", {} of them not expected before the search", with_thousands(discovered));
    text += "\n";
  }
  return text;
}

std::vector<const DocumentItem*> ranked_uncovered(const MetricDocument& metric) {
  std::map<std::string_view, std::size_t> seen;  // by place: in how many items that are covered
  for (const DocumentItem& item : metric.items)
    if (item.covered())
      for (const DocumentStep& step : item.steps) ++seen[step.place];
  const auto surprise = [&seen](const DocumentItem* item) {
    std::size_t least = ~std::size_t{0};
    for (const DocumentStep& step : item->steps) {
      const auto found = seen.find(step.place);
      least = std::min(least, found == seen.end() ? 0 : found->second);
    }
    return least;
  };
  std::vector<const DocumentItem*> uncovered;
  for (const DocumentItem& item : metric.items)
    if (!item.covered()) uncovered.push_back(&item);
  std::stable_sort(uncovered.begin(), uncovered.end(),
                   [&](const DocumentItem* a, const DocumentItem* b) { return surprise(a) > surprise(b); });
  return uncovered;
}

std::string coverage_text(const CoverageDocument& document, std::size_t limit, const Style& style) {
  std::string text =
      wrapped(fmt::format("{}: {}, strategy {}.", visible(document.program),
                          counted(document.executions, "execution"), visible(document.strategy)));
  text += coverage_summary(document);
  for (const MetricDocument& metric : document.metrics) {
    const std::vector<const DocumentItem*> uncovered = ranked_uncovered(metric);
    if (uncovered.empty()) continue;
    text += "\n" + style.yellow(fmt::format("Not covered of the {}:", metric_title(metric.metric))) + "\n";
    for (std::size_t i = 0; i < std::min(limit, uncovered.size()); ++i)
      text += wrapped(
          uncovered[i]->shape == 0 ? uncovered_pair(*uncovered[i]) : uncovered_root(*uncovered[i]), 2, 4);
    if (uncovered.size() > limit)
      text += fmt::format("  ... and {} more (--limit {})\n", with_thousands(uncovered.size() - limit),
                          uncovered.size());
  }
  return text;
}

}  // namespace heddle::report
