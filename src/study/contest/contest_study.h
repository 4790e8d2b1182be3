// Section III of "Efficient Test Case Generation for Thread-Safe Classes" (BC-ConTest): how many tests, and
// how much time, each algorithm needs to the bug of twenty classes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "study/cell_runner.h"
#include "study/class_runs.h"

namespace heddle::study {

struct ContestOptions {
  std::vector<std::string> algorithms;
  std::uint64_t repeat = 10;  // searches with each algorithm, as in the paper
  std::uint64_t tests = 10'000;
  double seconds = 30;  // of each search; the paper has an hour
  std::uint64_t first_seed = 1;
};

// The paper's, those of Figure 9 with groups, and ours.
std::vector<std::string> default_contest_algorithms();

// The pairs of methods, by what is done with them.
struct PairGroups {
  std::size_t high_priority = 0;
  std::size_t low_priority = 0;
  std::size_t removed = 0;
};

struct ContestRow {
  ContestClass facts;
  std::size_t methods = 0;
  PairGroups pairs;
  double analysis_seconds = 0;
  double compile_seconds = 0;
  std::vector<ClassRuns> runs;  // in the order of the options

  const ClassRuns* find(std::string_view algorithm) const;  // null: not asked for
};

struct ContestResult {
  ContestOptions options;
  std::vector<ContestRow> rows;
};

class ContestStudy {
 public:
  struct Entry {
    ContestClass facts;
    ClassSubject subject;
  };

  ContestStudy(std::vector<Entry> entries, ContestOptions options)
      : entries_(std::move(entries)), options_(std::move(options)) {}

  const ClassSubject* find(const Subject& driver) const;  // of a cell group
  std::vector<CellGroup> searches() const;
  ContestResult result(const CellFile& cells) const;

 private:
  std::vector<CellKey> keys(const Entry& entry, const std::string& algorithm) const;

  std::vector<Entry> entries_;
  ContestOptions options_;
};

}  // namespace heddle::study
