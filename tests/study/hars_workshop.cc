#include "hars_workshop.h"

#include <stdexcept>

namespace heddle::study::testing {

namespace {

constexpr std::uint64_t kSeeds = 8;

// 0: finds nothing.
std::uint64_t first_bug(const std::string& subject, const std::string& strategy, std::uint64_t seed) {
  const bool hars = strategy.starts_with("hars"), ars = strategy.starts_with("ars");
  if (subject == "boundedbuffer") return 1;
  if (subject == "checkfield") {
    if (strategy == "dfs") return 4;
    return hars ? 1 + seed % 3 : ars ? 2 + seed % 3 : 10 + seed;
  }
  if (strategy == "dfs") return 0;
  if (subject == "pingpong") return hars || ars ? 2 : 20;
  if (strategy == "random") return seed == 2 ? 0 : 100 * seed;
  return hars ? 10 * seed : 10 * (kSeeds + 1 - seed);
}

}  // namespace

const HarsSubject& hars_subject(std::string_view name) {
  for (const HarsSubject& subject : hars_subjects())
    if (subject.name == name) return subject;
  throw std::invalid_argument(std::string(name));
}

HarsOptions HarsStudyTest::options() {
  HarsOptions options;
  options.strategies = {"ars", "hars", "random", "dfs"};
  options.executions = 1'000;
  options.repeat = kSeeds;
  options.coverage_executions = 20;
  options.coverage_repeat = 2;
  options.long_run = 200;
  options.sweep = true;
  return options;
}

std::vector<HarsStudy::Entry> HarsStudyTest::entries() {
  std::vector<HarsStudy::Entry> entries;
  for (const char* const name : {"boundedbuffer", "checkfield", "dekker", "pingpong"})
    entries.push_back({hars_subject(name), {name, {}, "00ff"}});
  return entries;
}

Cell HarsStudyTest::search(const CellKey& key) {
  Cell cell;
  cell.key = key;
  cell.first = first_bug(key.subject, key.strategy, key.seed);
  cell.executions = cell.first != 0 ? cell.first : key.executions;
  cell.seconds = 0.001 * static_cast<double>(cell.executions);
  if (cell.first == 0 && key.strategy == "random") {
    cell.executions = 900;
    cell.seconds = 60.1;
  }
  cell.steps = 20 * cell.executions;
  if (!key.strategy.starts_with("hars") && !key.strategy.starts_with("ars")) return cell;
  cell.abandoned = 3 * cell.executions;
  cell.tally[1] = 5 * cell.executions;
  const double degree = key.strategy.starts_with("hars") ? 1.5 : 1;
  cell.series.assign(std::min<std::uint64_t>(50, 10 * (cell.executions - 1)), degree);
  return cell;
}

// Of ten patterns random covers six, ars seven and hars eight, the last of them in the tenth execution.
Cell HarsStudyTest::coverage(const CellKey& key) {
  Cell cell;
  cell.key = key;
  cell.executions = key.executions;
  cell.seconds = 0.02;
  cell.steps = 20 * cell.executions;
  const std::uint64_t covered = key.executions == 200    ? 10
                                : key.strategy == "hars" ? 8
                                : key.strategy == "ars"  ? 7
                                                         : 6;
  cell.growth = {{0, 2}, {9, covered}};
  return cell;
}

HarsStudyTest::HarsStudyTest() {
  for (const CellGroup& group : study_.searches())
    for (const CellKey& key : group.keys)
      EXPECT_TRUE(cells_.add(key.until == host::Until::kFirstBug ? search(key) : coverage(key)).ok());
  result_ = study_.result(cells_);
}

const HarsRow& HarsStudyTest::row(std::string_view subject) const {
  for (const HarsRow& each : result_.rows)
    if (each.subject.name == subject) return each;
  throw std::invalid_argument(std::string(subject));
}

const StrategyRuns& HarsStudyTest::runs(std::string_view subject, std::string_view strategy) const {
  return *row(subject).find(strategy);
}

}  // namespace heddle::study::testing
