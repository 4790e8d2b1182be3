// `hars-online`, ours: the idea of ARS and HARS (adaptive_search.h) without a queue of prefixes. Each enabled
// thread's next operation is scored by the memory-access patterns that it would complete; patterns that were
// rare so far count most. The best thread runs, and ties are broken at random. Each schedule is one
// execution; nothing is abandoned.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/access_patterns.h"
#include "strategies/strategy.h"

namespace heddle {

struct HarsOnlineOptions {
  PatternOptions patterns;
  double chance = 0;  // of a choice that does not look at the scores
};

class HarsOnline : public Strategy {
 public:
  explicit HarsOnline(const HarsOnlineOptions& options) : options_(options), extractor_(options.patterns) {}

  Facets facets() override { return {.needs = {.executed = true, .executions = true}}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  void learn(const Execution& execution) override;

 private:
  double score(const Candidate& candidate) const;

  HarsOnlineOptions options_;
  std::unordered_map<std::uint64_t, std::uint32_t> times_;  // by pattern: executions that had it

  Random* random_ = nullptr;
  PatternExtractor extractor_;
  std::vector<ThreadId> best_;
};

}  // namespace heddle
