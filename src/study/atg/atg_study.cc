#include "study/atg/atg_study.h"

#include <fmt/format.h>

#include <functional>

namespace heddle::study {

namespace {

// A last resort: the algorithms end by their own rules long before.
constexpr std::uint64_t kMostTests = 10'000;

using Keys = std::function<std::vector<CellKey>(std::size_t algorithm)>;

AtgQuartet quartet(const CellFile& cells, const Keys& keys) {
  AtgQuartet runs;
  for (std::size_t i = 0; i < runs.size(); ++i)
    runs[i] = class_runs(cells, std::string(kAtgAlgorithms[i]), keys(i));
  return runs;
}

}  // namespace

std::vector<CellKey> AtgStudy::exposing(const Subject& driver, std::size_t algorithm, std::uint32_t n) const {
  return class_keys(driver, fmt::format("{}:n={},rounds=1", kAtgAlgorithms[algorithm], n),
                    options_.first_seed, options_.repeat, kMostTests, host::Until::kBudget);
}

std::vector<CellKey> AtgStudy::finding(const Subject& driver, std::size_t algorithm) const {
  return class_keys(driver, fmt::format("{}:n={}", kAtgAlgorithms[algorithm], options_.n),
                    options_.first_seed, options_.repeat, kMostTests, host::Until::kFirstBug);
}

const AtgStudy::Entry* AtgStudy::threshold_entry() const {
  for (const Entry& entry : entries_)
    if (entry.facts.source.name == kThresholdStructure) return &entry;
  return nullptr;
}

const ClassSubject* AtgStudy::find(const Subject& driver) const {
  for (const Entry& entry : entries_)
    if (&entry.subject.driver == &driver) return &entry.subject;
  for (const MutantEntry& entry : mutants_)
    if (&entry.subject.driver == &driver) return &entry.subject;
  return nullptr;
}

std::vector<CellGroup> AtgStudy::searches() const {
  std::vector<CellGroup> groups;
  for (std::size_t i = 0; i < kAtgAlgorithms.size(); ++i) {
    for (const Entry& entry : entries_)
      groups.push_back({&entry.subject.driver, exposing(entry.subject.driver, i, options_.n), 1});
    for (const MutantEntry& entry : mutants_)
      groups.push_back({&entry.subject.driver, finding(entry.subject.driver, i), 1});
    if (const Entry* entry = threshold_entry())
      for (const AtgThreshold& each : atg_thresholds())
        if (each.n != options_.n)
          groups.push_back({&entry->subject.driver, exposing(entry->subject.driver, i, each.n), 1});
  }
  return groups;
}

AtgStudyResult AtgStudy::result(const CellFile& cells) const {
  AtgStudyResult result{options_, {}, {}, {}};
  for (const Entry& entry : entries_)
    result.structures.push_back({entry.facts, quartet(cells, [&](std::size_t algorithm) {
                                   return exposing(entry.subject.driver, algorithm, options_.n);
                                 })});
  for (const MutantEntry& entry : mutants_)
    result.mutants.push_back({entry.facts, quartet(cells, [&](std::size_t algorithm) {
                                return finding(entry.subject.driver, algorithm);
                              })});
  if (const Entry* entry = threshold_entry())
    for (const AtgThreshold& each : atg_thresholds())
      result.thresholds.push_back({each, quartet(cells, [&](std::size_t algorithm) {
                                     return exposing(entry->subject.driver, algorithm, each.n);
                                   })});
  return result;
}

}  // namespace heddle::study
