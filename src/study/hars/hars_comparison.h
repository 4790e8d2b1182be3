// How hars compares with other strategies, subject by subject and over all of them: Table III and Figures 4
// and 5 of the HARS paper.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "study/hars/hars_study.h"
#include "study/statistics/effect_size.h"

namespace heddle::study {

enum class Outcome { kWin, kTie, kLoss };
std::string_view to_string(Outcome outcome);  // "Win", "Tie", "Loss"

// Of the P-measures of hars and of another strategy on a subject, run by run: runs with the same seed are a
// pair. A run that found nothing counts as one execution more than it was allowed. Less is better, so a
// negative delta is in favour of hars, in all columns.
struct PairedComparison {
  std::size_t pairs = 0;
  std::optional<double> p;  // Wilcoxon's signed-rank test, corrected; nothing: no pair differs
  Outcome outcome = Outcome::kTie;
  double delta = 0;  // Cliff's
  Magnitude effect = Magnitude::kNegligible;
};

// Below it a difference counts, Bonferroni's correction included: p is multiplied by the number of
// comparisons.
inline constexpr double kLevel = 0.05;
PairedComparison compare_runs(const StrategyRuns& hars, const StrategyRuns& other, std::uint64_t executions,
                              std::size_t comparisons);

struct ComparisonSums {
  std::array<std::size_t, 3> outcomes{};  // by Outcome
  std::array<std::size_t, 4> effects{};   // by Magnitude
};

// Table III: a column for each strategy but hars, a line for each subject.
struct ComparisonTable {
  std::vector<std::string> others;
  std::vector<std::string> subjects;
  std::vector<std::vector<std::optional<PairedComparison>>> lines;  // nothing: there is no pair

  ComparisonSums sums(std::size_t other) const;
};

// Nothing to compare where hars is not one of the strategies.
ComparisonTable compare_with_hars(const HarsResult& result);

// Scott-Knott ESD over the subjects on which all of these strategies found the bug in every search, a value
// of a strategy being its mean on a subject.
struct Ranking {
  std::vector<std::string> strategies;  // by their means, the smallest first
  std::vector<double> means;
  std::vector<std::size_t> version_2;  // ranks: split where the effect is not negligible
  std::vector<std::size_t> strict;     // ... and the difference is significant
  std::size_t subjects = 0;            // 0, and nothing else: there are not two of them
};

Ranking rank(const HarsResult& result, const std::vector<std::string>& strategies, Measure measure);

// A strategy that is ranked with all others has always found the bug on this part of the subjects at least:
// one that found little would leave too few subjects for all.
inline constexpr double kRankedTogether = 0.9;
std::vector<std::string> ranked_together(const HarsResult& result);

// These together, then hars with each other strategy, as the paper does because they did not find the same
// bugs.
std::vector<Ranking> rankings(const HarsResult& result, Measure measure);

}  // namespace heddle::study
