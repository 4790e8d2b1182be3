#include "coverage/pattern_metric.h"

#include <array>
#include <string_view>

#include "event/hash.h"

namespace heddle {

namespace {

// Reads and writes of the patterns by the first and the second thread, by id (access_patterns.h).
constexpr std::array<std::string_view, kPatternIds + 1> kShapes = {
    "",         "R0W1",     "W0R1",     "W0W1",     "R0W1R0",   "W0W1R0",
    "W0R1W0",   "R0W1W0",   "W0W1W0",   "W0W1W1W0", "W0W1W1W0", "W0W1W0W1",
    "W0R1R1W0", "W0R1R1W0", "R0W1W1R0", "R0W1W1R0", "R0W1R0W1", "W0R1W0R1"};

std::uint64_t key_by_sites(const Pattern& pattern) {
  std::uint64_t key = pattern.id;
  for (std::size_t i = 0; i < pattern.size; ++i) key = combine(key, pattern.elements[i].site);
  return key;
}

}  // namespace

bool PatternMetric::add(const Execution& execution, std::uint64_t number) {
  PatternExtractor extractor;
  const std::size_t known = items_.size();
  for (const Event& event : execution.events)
    extractor.add(event, [&](const Pattern& pattern) {
      if (patterns_.insert(pattern)) note(pattern, number);
    });
  return items_.size() != known;
}

void PatternMetric::note(const Pattern& pattern, std::uint64_t execution) {
  if (!by_sites_.insert(key_by_sites(pattern)).second) return;
  CoverageItem& item = items_.emplace_back();
  item.shape = pattern.id;
  item.steps = pattern.size;
  item.covered = true;
  item.execution = execution;
  const std::string_view shape = kShapes[pattern.id];
  for (std::size_t i = 0; i < pattern.size; ++i)
    item.step[i] = {pattern.elements[i].site, pattern.elements[i].location,
                    shape[2 * i] == 'R' ? OperationKind::kRead : OperationKind::kWrite,
                    static_cast<std::uint8_t>(shape[2 * i + 1] - '0')};
}

}  // namespace heddle
