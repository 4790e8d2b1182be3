// Works through the cells of a study that are not there yet, on several cores, and keeps each as soon as it
// is finished.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "study/cells.h"
#include "study/subjects.h"

namespace heddle::study {

// Cells that one process searches for one after the other.
struct CellGroup {
  const Subject* subject = nullptr;
  std::vector<CellKey> keys;
  double cost = 1;                          // of a cell, compared with those of other groups
  std::vector<SyncPair> requirements = {};  // that replace an estimate
};

struct StudyProgress {
  std::size_t done = 0;  // cells, those of former runs included
  std::size_t all = 0;
  std::optional<double> seconds_left;  // nothing while there is nothing to judge it by
  std::string finished_subject;        // all of its cells are there now; mostly empty
};

class CellRunner {
 public:
  using Search = std::function<Result<Cell>(const CellGroup&, const CellKey&)>;

  struct Settings {
    Search search;  // in a fork of this process
    unsigned jobs = 1;
    std::function<bool()> interrupted;
    std::function<void(const StudyProgress&)> on_progress;
  };

  CellRunner(Settings settings, CellFile& cells) : settings_(std::move(settings)), cells_(cells) {}

  // The most expensive groups first, so that no core waits long for another at the end. False: interrupted.
  bool run(std::vector<CellGroup> groups);

  // Sentences about cells that could not be had.
  const std::vector<std::string>& problems() const { return problems_; }

 private:
  Settings settings_;
  CellFile& cells_;
  std::vector<std::string> problems_;
};

}  // namespace heddle::study
