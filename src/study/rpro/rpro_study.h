// The experiment of "Radius Aware Probabilistic Testing of Deadlocks with Guarantees", section 4: how often
// PCT and RPro trigger ten deadlocks, and what the radius has to do with it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "study/cell_runner.h"
#include "study/cells.h"
#include "study/subjects.h"

namespace heddle::study {

struct RproOptions {
  std::optional<std::uint64_t> executions;  // of every cell; otherwise fewer for longer programs
  std::uint64_t seed = 1;
  bool full_sweep = false;  // every radius, not a sample of them
};

// The three algorithms of Table 2.
struct Trio {
  Share pct;
  Share rpro10;
  Share rpro50;

  const Share& better_rpro() const { return rpro10.probability() >= rpro50.probability() ? rpro10 : rpro50; }
};

struct RadiusPoint {
  std::uint64_t radius;
  Share share;
};

// What there is to know about a subject. Shares without executions were not measured.
struct RproRow {
  DeadlockSubject subject;
  ProgramSize size;
  Trio sync;     // all three count every synchronisation
  Trio acquire;  // all three count acquisitions only
  std::vector<RadiusPoint> sweep;

  // As the paper has it: counting acquisitions only is an optimization of RPro's (section 3.4).
  Trio own() const { return {sync.pct, acquire.rpro10, acquire.rpro50}; }
};

class RproStudy {
 public:
  using Entry = StudyEntry<DeadlockSubject>;

  RproStudy(std::vector<Entry> entries, const RproOptions& options)
      : entries_(std::move(entries)), options_(options) {}

  // First the programs are measured, then they are searched with these figures.
  std::vector<CellGroup> measurements() const;
  std::vector<CellGroup> searches(const CellFile& cells) const;
  // Of the subjects that could be measured.
  std::vector<RproRow> rows(const CellFile& cells) const;

 private:
  std::optional<ProgramSize> size_of(const Entry& entry, const CellFile& cells) const;
  CellKey measurement_of(const Entry& entry) const;

  std::vector<Entry> entries_;
  RproOptions options_;
};

// The radii that are tried for a subject, those of Table 2 among them.
std::vector<std::uint64_t> radii_of(const DeadlockSubject& subject, bool all);

}  // namespace heddle::study
