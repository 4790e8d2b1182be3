// `hars-online`, ours: the idea of ARS and HARS (adaptive_search.h) without a queue of prefixes. Each enabled
// thread's next operation is scored by the memory-access patterns that it would complete; patterns that were
// rare so far count most. The best thread runs, and ties are broken at random. Each schedule is one
// execution; nothing is abandoned.
#pragma once

#include <cstdint>
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

  Facets facets() override { return {.needs = {.executed = true, .executions = true}, .until_lesson = 0}; }
  void begin(const RunContext& run) override;
  Decision choose(const Choice& choice) override;
  void executed(const Event& event) override;
  Lesson learn(const Execution& execution) override;

 private:
  // Of how many executions each pattern was a part, by key: looked up for every pattern that a thread could
  // complete.
  class Times {
   public:
    std::uint32_t of(std::uint64_t key) const { return entries_.empty() ? 0 : entries_[place_of(key)].times; }
    void add(std::uint64_t key);

   private:
    struct Entry {
      std::uint64_t key = 0;  // 0: free
      std::uint32_t times = 0;
    };
    std::size_t place_of(std::uint64_t key) const {
      const std::size_t mask = entries_.size() - 1;
      std::size_t place = key & mask;
      while (entries_[place].key != key && entries_[place].key != 0) place = (place + 1) & mask;
      return place;
    }
    std::vector<Entry> entries_;  // a power of two of them, at most three quarters in use; or none
    std::size_t used_ = 0;
  };

  double score(const Candidate& candidate) const;

  HarsOnlineOptions options_;
  Times times_;

  Random* random_ = nullptr;
  PatternExtractor extractor_;
  std::vector<ThreadId> best_;
};

}  // namespace heddle
