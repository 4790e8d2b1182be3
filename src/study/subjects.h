// The programs of the studies: their files, and what the papers say about them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "event/result.h"
#include "host/program_file.h"

namespace heddle::study {

struct Subject {
  std::string name;
  host::ProgramFile program;
  std::string hash;  // of the file
};

// A program of a paper, and what the paper says about it.
template <typename Facts>
struct StudyEntry {
  Facts facts;
  Subject subject;
};

Result<Subject> open_subject(const std::string& name, const std::string& path);

// Every program of the folder, without the repaired ones (NAME-fixed), by name.
std::vector<std::string> programs_in(const std::string& folder);

// The figures of "Radius Aware Probabilistic Testing of Deadlocks with Guarantees", Tables 2 and 3.
struct PaperFigures {
  std::uint64_t events;  // k
  double pct;
  double rpro10;
  double rpro50;
  std::uint64_t best_radius;
  double best;
};

struct DeadlockSubject {
  std::string_view name;
  unsigned depth;               // d
  std::uint64_t widest_radius;  // to which Figure 7 goes
  std::optional<PaperFigures> paper;
};

std::span<const DeadlockSubject> deadlock_subjects();

// The figures of "Testing Concurrent Programs to Achieve High Synchronization Coverage": Tables 2, 3, 4
// and 5. Negative: the paper has none.
struct SyncFigures {
  double best_noise;  // the highest MAX of Table 2
  double tsa;         // after 500 executions
  double saturated, saturated_seconds;
  double tsa_h, tsa_h_seconds;
  int estimated, covered, false_positives, false_negatives;
  double rule_3;  // percent
};

struct SyncSubject {
  std::string_view name;
  SyncFigures paper;
};

std::span<const SyncSubject> sync_subjects();

}  // namespace heddle::study
