// Studies 1 to 4 of the TSA paper: how many synchronization pairs tsa, tsa-h and random delays cover, how
// soon that is saturated, how good the estimate is, and what Rule 3 does for it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/cell_runner.h"
#include "study/cells.h"
#include "study/subjects.h"

namespace heddle::study {

struct TsaStudyOptions {
  std::uint64_t runs = 5;  // of each strategy; the paper has 30
  std::uint64_t first_seed = 1;
  std::uint64_t executions = 500;        // of Study 1
  std::uint64_t window = 500;            // executions in which coverage must not grow (the paper: 120 s)
  std::uint64_t longest = 5'000;         // executions, for what is not saturated before
  std::uint64_t longer_search = 20'000;  // executions, for what the estimate seems to have got wrong
};

enum class Noise : std::uint8_t { kYield, kSleep10, kSleep100 };
inline constexpr std::array kNoises = {Noise::kYield, Noise::kSleep10, Noise::kSleep100};
inline constexpr std::array kProbabilities = {0.1, 0.2, 0.3, 0.4, 0.5};
std::string_view to_string(Noise noise);  // "RND-s10"
std::string noise_strategy(Noise noise, double probability);

// All runs of a strategy on a subject.
struct CoverageRuns {
  std::string strategy;
  std::vector<double> covered;        // in each run, after the executions of Study 1
  std::vector<double> at_saturation;  // and where it was saturated
  std::vector<double> to_saturation;  // executions until then, the window included
  std::vector<double> growth;         // after each execution of Study 1, the mean over all runs
  double seconds_to_saturation = 0;   // mean
  double rule_3 = 0;                  // its share of the decisions
  std::uint64_t saturated = 0;        // how many runs were

  double mean_covered() const;
};

// How a pair that was expected but not covered by tsa is judged.
enum class WhyUncovered : std::uint8_t {
  kCoveredByOthers,  // another strategy of the study, or a longer search, covered it
  kInfeasible,       // joins, condition variables or barriers forbid it (the sharp estimate)
  kNotShown,
};

struct EstimateRow {
  std::size_t estimated = 0, covered = 0;
  std::size_t sharp = 0;  // what the sharp estimate expects
  std::vector<std::pair<SyncPair, WhyUncovered>> false_positives;
  std::vector<SyncPair> false_negatives;

  std::size_t count(WhyUncovered why) const;
};

struct TsaRow {
  SyncSubject subject;
  CoverageRuns tsa, tsa_h, vary;
  std::vector<CoverageRuns> noises;  // by Noise and probability, as far as there are any
  EstimateRow estimate;

  const CoverageRuns* best_noise() const;  // by what it covered after the executions of Study 1
  std::vector<const CoverageRuns*> noises_of(Noise noise) const;
};

class TsaStudy {
 public:
  using Entry = StudyEntry<SyncSubject>;

  TsaStudy(std::vector<Entry> entries, const TsaStudyOptions& options)
      : entries_(std::move(entries)), options_(options) {}

  // The estimation phase of each subject, which the others need.
  std::vector<CellGroup> estimations() const;
  std::vector<CellGroup> searches(const CellFile& cells) const;
  std::vector<TsaRow> rows(const CellFile& cells) const;
  const TsaStudyOptions& options() const { return options_; }

 private:
  CellKey estimation(const Entry& entry, const std::string& strategy) const;
  CellKey longer_search(const Entry& entry, const std::string& strategy) const;
  std::vector<CellKey> runs(const Entry& entry, const std::string& strategy) const;
  std::vector<SyncPair> estimated(const Entry& entry, const CellFile& cells,
                                  const std::string& strategy) const;
  CoverageRuns summarise(const Entry& entry, const std::string& strategy, const CellFile& cells) const;
  EstimateRow judge_estimate(const Entry& entry, const CellFile& cells) const;

  std::vector<Entry> entries_;
  TsaStudyOptions options_;
};

}  // namespace heddle::study
