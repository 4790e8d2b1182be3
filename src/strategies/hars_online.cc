#include "strategies/hars_online.h"

#include <algorithm>
#include <utility>

namespace heddle {

void HarsOnline::Times::add(std::uint64_t key) {
  if (used_ * 4 >= entries_.size() * 3) {
    const std::vector<Entry> before =
        std::exchange(entries_, std::vector<Entry>(std::max<std::size_t>(64, entries_.size() * 2)));
    for (const Entry& each : before)
      if (each.key != 0) entries_[place_of(each.key)] = each;
  }
  Entry& entry = entries_[place_of(key)];
  if (entry.key == 0) ++used_;
  entry.key = key;
  ++entry.times;
}

void HarsOnline::begin(const RunContext& run) {
  random_ = &run.random;
  extractor_ = PatternExtractor(options_.patterns);
}

double HarsOnline::score(const Candidate& candidate) const {
  const Operation& next = *candidate.next;
  double score = 0;
  extractor_.preview({next.location, next.site, candidate.thread, next.kind, next.size, 0},
                     [&](const Pattern& pattern) { score += 1.0 / (1 + times_.of(pattern.key())); });
  return score;
}

Decision HarsOnline::choose(const Choice& choice) {
  if (random_->unit() < options_.chance)
    return Decision::go(choice.enabled[random_->below(choice.enabled.size())].thread);
  double most = -1;
  for (const Candidate& candidate : choice.enabled) {
    const double each = score(candidate);
    if (each > most) {
      most = each;
      best_.clear();
    }
    if (each == most) best_.push_back(candidate.thread);
  }
  return Decision::go(best_[random_->below(best_.size())]);
}

void HarsOnline::executed(const Event& event) {
  extractor_.add(event, [](const Pattern&) {});
}

Lesson HarsOnline::learn(const Execution& execution) {
  PatternExtractor extractor(options_.patterns);
  PatternSet patterns;
  for (const Event& event : execution.events)
    extractor.add(event, [&](const Pattern& pattern) {
      if (patterns.insert(pattern)) times_.add(pattern.key());
    });
  return Lesson::kNews;
}

}  // namespace heddle
