// All searches of a class with one algorithm, and their figures.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "study/cells.h"
#include "study/class_cell.h"
#include "study/statistics/effect_size.h"

namespace heddle::study {

struct ClassRuns {
  std::string algorithm;
  std::vector<const Cell*> cells;  // by seed, those that there are

  std::size_t found() const;
  bool always_found() const { return !cells.empty() && found() == cells.size(); }
  // A search that found nothing counts by what it spent: its figure is too low.
  std::vector<double> tests() const;
  std::vector<double> seconds() const;
  std::vector<double> tally(ClassTally which) const;
};

// One key for each seed from the first one.
std::vector<CellKey> class_keys(const Subject& subject, const std::string& algorithm,
                                std::uint64_t first_seed, std::uint64_t repeat, std::uint64_t tests,
                                host::Until until);
ClassRuns class_runs(const CellFile& cells, const std::string& algorithm, const std::vector<CellKey>& keys);

// "12.5 ± 3.1"; without the latter where there is one value, "-" where there is none.
std::string mean_text(const std::vector<double>& values);

}  // namespace heddle::study
