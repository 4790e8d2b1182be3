#include "study/contest/contest_study.h"

#include <algorithm>

#include "classes/method_pairs.h"

namespace heddle::study {

namespace {

bool is_callable(const classes::MethodPair& pair, const classes::Operations& operations) {
  return operations.operation_of(pair.first) && operations.operation_of(pair.second);
}

bool is_callable(const classes::GroupedPair& grouped, const classes::Operations& operations) {
  return is_callable(grouped.pair, operations);
}

// How many of the pairs a test can have.
template <typename Pair>
std::size_t callable(const std::vector<Pair>& pairs, const classes::Operations& operations) {
  return static_cast<std::size_t>(
      std::ranges::count_if(pairs, [&](const Pair& pair) { return is_callable(pair, operations); }));
}

}  // namespace

std::vector<std::string> default_contest_algorithms() {
  return {"bc-contest",       "bc-contest-ng",   "covcon",           "contege", "naive",  "random",
          "covcon:groups=on", "naive:groups=on", "random:groups=on", "auto",    "nainom", "autocontest"};
}

const ClassRuns* ContestRow::find(std::string_view algorithm) const {
  const auto found = std::ranges::find(runs, algorithm, &ClassRuns::algorithm);
  return found == runs.end() ? nullptr : &*found;
}

std::vector<CellKey> ContestStudy::keys(const Entry& entry, const std::string& algorithm) const {
  return class_keys(entry.subject.driver, algorithm, options_.first_seed, options_.repeat, options_.tests,
                    host::Until::kFirstBug);
}

const ClassSubject* ContestStudy::find(const Subject& driver) const {
  for (const Entry& entry : entries_)
    if (&entry.subject.driver == &driver) return &entry.subject;
  return nullptr;
}

std::vector<CellGroup> ContestStudy::searches() const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_)
    for (const std::string& algorithm : options_.algorithms)
      groups.push_back({&entry.subject.driver, keys(entry, algorithm),
                        static_cast<double>(entry.subject.operations->methods().size())});
  return groups;
}

ContestResult ContestStudy::result(const CellFile& cells) const {
  ContestResult result{options_, {}};
  for (const Entry& entry : entries_) {
    ContestRow& row = result.rows.emplace_back();
    row.facts = entry.facts;
    row.methods = entry.subject.operations->methods().size();
    const classes::MethodPairGroups groups = group_method_pairs(entry.subject.operations->model());
    row.pairs = {callable(groups.high_priority, *entry.subject.operations),
                 callable(groups.low_priority, *entry.subject.operations),
                 callable(groups.removed, *entry.subject.operations)};
    row.analysis_seconds = entry.subject.analysis_seconds;
    row.compile_seconds = entry.subject.compile_seconds;
    for (const std::string& algorithm : options_.algorithms)
      row.runs.push_back(class_runs(cells, algorithm, keys(entry, algorithm)));
  }
  return result;
}

}  // namespace heddle::study
