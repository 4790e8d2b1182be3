// Section 6 of "Diversity driven adaptive test generation for concurrent data structures": how many
// interleaving roots of nine structures MRT, S-ATG, D-ATG and SD-ATG expose at which price, and what they
// need to the bugs of ten mutants.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "study/cell_runner.h"
#include "study/class_runs.h"

namespace heddle::study {

struct AtgStudyOptions {
  std::uint32_t n = 6;
  std::uint64_t repeat = 3;  // the paper has 50
  double seconds = 60;       // of each search, at most
  std::uint64_t first_seed = 1;
};

using AtgQuartet = std::array<ClassRuns, kAtgAlgorithms.size()>;

struct AtgRow {
  AtgStructure facts;
  AtgQuartet runs;
};

struct MutantRow {
  AtgMutant facts;
  AtgQuartet runs;
};

struct ThresholdRow {
  AtgThreshold facts;
  AtgQuartet runs;
};

struct AtgStudyResult {
  AtgStudyOptions options;
  std::vector<AtgRow> structures;
  std::vector<MutantRow> mutants;
  std::vector<ThresholdRow> thresholds;  // nothing without their structure
};

class AtgStudy {
 public:
  struct Entry {
    AtgStructure facts;
    ClassSubject subject;
  };
  struct MutantEntry {
    AtgMutant facts;
    ClassSubject subject;
  };

  AtgStudy(std::vector<Entry> entries, std::vector<MutantEntry> mutants, const AtgStudyOptions& options)
      : entries_(std::move(entries)), mutants_(std::move(mutants)), options_(options) {}

  const ClassSubject* find(const Subject& driver) const;  // of a cell group
  std::vector<CellGroup> searches() const;
  AtgStudyResult result(const CellFile& cells) const;

 private:
  std::vector<CellKey> exposing(const Subject& driver, std::size_t algorithm, std::uint32_t n) const;
  std::vector<CellKey> finding(const Subject& driver, std::size_t algorithm) const;
  const Entry* threshold_entry() const;

  std::vector<Entry> entries_;
  std::vector<MutantEntry> mutants_;
  AtgStudyOptions options_;
};

}  // namespace heddle::study
