// The search behind a cell: a program, a strategy, a seed and a number of executions.
#pragma once

#include <string>

#include "event/result.h"
#include "study/cells.h"
#include "study/subjects.h"

namespace heddle::study {

// How the programs of a study are run.
struct Laboratory {
  std::string runtime_library;  // libheddle.so
  Granularity granularity = Granularity::kShared;
  bool deadlocks_only = false;  // other failures do not count
  // To be measured; cells that end at saturation use its window. On the way to the first bug nothing is
  // measured, which would be a part of the time that it takes.
  MeterSettings coverage;
  double seconds = 0;  // in which the first bug must be found; 0: there is no limit
};

// In an explorer of its own, because an explorer remembers from one search to the next which memory is
// shared: a cell must come out the same whatever was searched before. Failures are counted, not confirmed.
// Requirements, where they are given, replace an estimate of what can be covered.
Result<Cell> search_cell(const Laboratory& laboratory, const Subject& subject, const CellKey& key,
                         const std::vector<SyncPair>& requirements = {});

}  // namespace heddle::study
