// A cell is one search of a study: what was asked for, and what came out. Finished cells are kept in
// cells.csv, so that a study that was ended goes on where it was.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "coverage/coverage_report.h"
#include "event/result.h"
#include "host/hunt.h"
#include "search/search.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

struct CellKey {
  std::string subject;
  std::string program;  // a hash of its file: cells of a former build are not taken for those of this one
  std::string strategy;
  std::uint64_t seed = 1;
  std::uint64_t executions = 0;
  host::Until until = host::Until::kBudget;

  auto operator<=>(const CellKey&) const = default;
};

// A pair of lock statements, as a cell keeps it.
struct CellPair {
  SyncPair pair;
  bool estimated = false;
  bool covered = false;
};

struct Cell {
  CellKey key;
  std::uint64_t executions = 0;  // that there were, without abandoned ones
  std::uint64_t failed = 0;
  std::uint64_t first = 0;  // until the first bug: the execution that found it, from 1; 0: none did
  ProgramSize size;
  double seconds = 0;
  // Where coverage was measured.
  std::vector<GrowthStep> growth;
  std::vector<CellPair> pairs;
  Tally tally{};
  // 0 and nothing in cells that were written before there were these columns.
  std::uint64_t abandoned = 0;
  std::uint64_t steps = 0;     // of all executions, abandoned ones included
  std::vector<double> series;  // Facets::series, with five digits

  Share share() const { return {failed, executions}; }
};

std::string print(const Cell& cell);  // a line of cells.csv
// Nothing where the line is no cell, for instance because it was not written to its end.
std::optional<Cell> parse_cell(std::string_view line);

class CellFile {
 public:
  static Result<CellFile> open(const std::string& path);

  // Null where it is still to be searched for.
  const Cell* find(const CellKey& key) const;
  // In the file before this returns.
  Result<bool> add(const Cell& cell);

 private:
  explicit CellFile(std::string path) : path_(std::move(path)) {}

  std::string path_;
  std::map<CellKey, Cell> cells_;
};

}  // namespace heddle::study
