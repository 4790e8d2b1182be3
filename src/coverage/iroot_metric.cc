#include "coverage/iroot_metric.h"

#include "analysis/iroot_observer.h"
#include "analysis/iroot_prediction.h"

namespace heddle {

bool IRootMetric::add(const Execution& execution, std::uint64_t number) {
  bool is_news = execution.is_whole() && predictions_ < kPredictions;
  if (is_news) {
    ++predictions_;
    for (const IRoot& root : predict_iroots(execution.events, {.idioms = idioms_})) candidates_.predict(root);
  }
  IRootObserver observer(idioms_);
  for (const Event& event : execution.events)
    observer.add(event, [&](const IRoot& root) { is_news = candidates_.expose(root, number) || is_news; });
  return is_news;
}

std::vector<CoverageItem> IRootMetric::items() const {
  std::vector<CoverageItem> items;
  for (const IRootCandidates::Candidate& each : candidates_.all()) {
    CoverageItem& item = items.emplace_back();
    item.shape = each.root.idiom;
    item.steps = static_cast<std::uint8_t>(each.root.size());
    item.estimated = each.predicted;
    item.covered = each.exposed;
    item.execution = each.execution;
    for (std::size_t i = 0; i < each.root.size(); ++i)
      item.step[i] = {each.root.events[i].site, 0, each.root.events[i].kind, role_of(each.root.idiom, i)};
  }
  return items;
}

}  // namespace heddle
