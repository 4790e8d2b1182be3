// The search behind a cell of a study about classes: a class, an algorithm that chooses tests, a seed and a
// number of tests.
#pragma once

#include <cstdint>
#include <string>

#include "classes/run/class_search.h"
#include "event/result.h"
#include "study/cells.h"
#include "study/class_subjects.h"

namespace heddle::study {

struct ClassLaboratory {
  std::string runtime_library;  // libheddle.so
  classes::ScheduleBudget schedules;
  double seconds = 60;  // of each search, at most
};

// The key's strategy is the algorithm with its options, its executions are tests. In the cell, executions are
// tests that were made, first is the test that found the bug, steps are executions of all tests, and the
// tally is this:
enum ClassTally : std::uint8_t {
  kActiveTests,  // of adaptive test generation
  kCandidates,
  kDiscovered,  // interleaving roots
  kExposed,
};

// In processes of its own: a cell must come out the same whatever was searched before. The failing test is
// not made smaller.
Result<Cell> search_class_cell(const ClassLaboratory& laboratory, const ClassSubject& subject,
                               const CellKey& key);

}  // namespace heddle::study
