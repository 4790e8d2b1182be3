#include "study/class_runs.h"

#include <fmt/format.h>

#include <algorithm>

#include "study/section.h"
#include "study/statistics/statistics.h"

namespace heddle::study {

namespace {

template <typename Figure>
std::vector<double> figures(const std::vector<const Cell*>& cells, const Figure& figure) {
  std::vector<double> values;
  for (const Cell* cell : cells) values.push_back(static_cast<double>(figure(*cell)));
  return values;
}

}  // namespace

std::size_t ClassRuns::found() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(cells, [](const Cell* cell) { return cell->first != 0; }));
}

std::vector<double> ClassRuns::tests() const {
  return figures(cells, [](const Cell& cell) { return cell.executions; });
}

std::vector<double> ClassRuns::seconds() const {
  return figures(cells, [](const Cell& cell) { return cell.seconds; });
}

std::vector<double> ClassRuns::tally(ClassTally which) const {
  return figures(cells, [which](const Cell& cell) { return cell.tally[which]; });
}

std::vector<CellKey> class_keys(const Subject& subject, const std::string& algorithm,
                                std::uint64_t first_seed, std::uint64_t repeat, std::uint64_t tests,
                                host::Until until) {
  std::vector<CellKey> keys;
  for (std::uint64_t i = 0; i < repeat; ++i)
    keys.push_back({subject.name, subject.hash, algorithm, first_seed + i, tests, until});
  return keys;
}

ClassRuns class_runs(const CellFile& cells, const std::string& algorithm, const std::vector<CellKey>& keys) {
  ClassRuns runs{algorithm, {}};
  for (const CellKey& key : keys)
    if (const Cell* cell = cells.find(key)) runs.cells.push_back(cell);
  return runs;
}

std::string mean_text(const std::vector<double>& values) {
  if (values.empty()) return kNothing;
  if (values.size() == 1) return fmt::format("{:.1f}", values.front());
  return fmt::format("{:.1f} ± {:.1f}", mean(values), standard_deviation(values));
}

}  // namespace heddle::study
