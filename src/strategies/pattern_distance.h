// How far a subtrace is from the traces that passed, by their memory-access patterns (HARS paper, sections II
// and III; see adaptive_search.h).
//
// The paper's text and its worked example contradict each other, so there are two readings
// (docs/decisions/0012-adaptive-search.md):
// - kNew: the least number, over the passed traces, of patterns that the subtrace has and the trace has not.
//   The authors' code does this.
// - kMissing: the least number of patterns that a passed trace has and the subtrace has not; 0 for a subtrace
//   without patterns. The example does this.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/pattern_set.h"

namespace heddle {

using PatternNumber = std::uint32_t;

class PatternDistance {
 public:
  enum class Reading : std::uint8_t { kNew, kMissing };

  // Of one subtrace: what can be extended step by step.
  struct State {
    std::uint32_t patterns = 0;
    std::vector<std::uint32_t> news;  // for each passed trace: patterns that it has not
  };

  explicit PatternDistance(Reading reading = Reading::kNew) : reading_(reading) {}

  // Patterns are numbered in the order in which they are met.
  PatternNumber number_of(const Pattern& pattern);

  // A trace passed: its patterns, each once. States made before are not valid any more.
  void add_passed(std::span<const PatternNumber> patterns);

  State begin() const { return {0, std::vector<std::uint32_t>(sizes_.size())}; }
  void extend(State& state, PatternNumber pattern) const;
  std::uint32_t of(const State& state) const;

 private:
  bool has(std::size_t trace, PatternNumber pattern) const;

  Reading reading_;
  std::unordered_map<std::uint64_t, PatternNumber> numbers_;  // by key
  std::vector<std::uint32_t> sizes_;                          // of the passed traces: their patterns
  std::vector<std::vector<std::uint64_t>> had_by_;  // by pattern: a bit for each passed trace that has it
};

}  // namespace heddle
