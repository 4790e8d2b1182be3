#include "strategies/hars_online.h"

namespace heddle {

void HarsOnline::begin(const RunContext& run) {
  random_ = &run.random;
  extractor_ = PatternExtractor(options_.patterns);
}

double HarsOnline::score(const Candidate& candidate) const {
  const Operation& next = *candidate.next;
  double score = 0;
  extractor_.preview({next.location, next.site, candidate.thread, next.kind, next.size, 0},
                     [&](const Pattern& pattern) {
                       const auto known = times_.find(pattern.key());
                       score += 1.0 / (1 + (known == times_.end() ? 0 : known->second));
                     });
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

void HarsOnline::learn(const Execution& execution) {
  PatternExtractor extractor(options_.patterns);
  PatternSet patterns;
  for (const Event& event : execution.events)
    extractor.add(event, [&](const Pattern& pattern) {
      if (patterns.insert(pattern)) ++times_[pattern.key()];
    });
}

}  // namespace heddle
