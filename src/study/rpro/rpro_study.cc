#include "study/rpro/rpro_study.h"

#include <fmt/format.h>

#include <algorithm>

#include "event/hash.h"

namespace heddle::study {

namespace {

// Measured are the executions of a strategy without change points: random walks, by which profiled strategies
// begin, often end in the deadlock long before the end. Every 32nd execution is looked at.
constexpr char kMeasuringStrategy[] = "pct:depth=1";
constexpr std::uint64_t kMeasuringExecutions = 64;
constexpr std::uint64_t kSmallRadius = 10;
constexpr std::uint64_t kLargeRadius = 50;
// Roughly evenly spaced on a logarithmic scale, with the best ones of the paper's Table 3 or a neighbour.
constexpr std::uint64_t kSampledRadii[] = {1,  2,  3,  5,  7,   10,  14,  17,  20, 28,
                                           40, 50, 70, 90, 114, 150, 200, 250, 300};

// Without --executions: so many events for a cell of Table 2 and for one of the sweep, that the whole study
// takes some minutes.
constexpr std::uint64_t kTableEvents = 60'000'000;
constexpr std::uint64_t kSweepEvents = 15'000'000;
constexpr std::uint64_t kFewestExecutions = 30;
constexpr std::uint64_t kMostExecutions = 10'000;

std::uint64_t executions_within(std::uint64_t budget, const ProgramSize& size) {
  return std::clamp(budget / std::max<std::uint64_t>(1, size.sync_events), kFewestExecutions,
                    kMostExecutions);
}

enum class Counted { kSync, kAcquire };

// The strategies of a subject, as keys of cells.
class SubjectKeys {
 public:
  SubjectKeys(const RproStudy::Entry& entry, const ProgramSize& size, const RproOptions& options)
      : entry_(entry), size_(size), options_(options) {}

  CellKey pct(Counted counted) const { return key("pct:" + bounds(counted), kTableEvents); }
  CellKey rpro(Counted counted, std::uint64_t radius) const {
    const bool in_table = radius == kSmallRadius || radius == kLargeRadius;
    return key(fmt::format("rpro:radius={},{}", radius, bounds(counted)),
               in_table ? kTableEvents : kSweepEvents);
  }

 private:
  std::string bounds(Counted counted) const {
    const bool sync = counted == Counted::kSync;
    const std::uint64_t events = sync ? size_.sync_events : size_.acquisitions;
    return fmt::format("depth={},n={},k={},events={}", entry_.facts.depth, size_.threads,
                       std::max<std::uint64_t>(1, events), sync ? "sync" : "acquire");
  }
  // Each strategy draws numbers of its own: with the same ones, a lucky draw would show in all cells.
  CellKey key(const std::string& strategy, std::uint64_t budget) const {
    return {entry_.subject.name,
            entry_.subject.hash,
            strategy,
            combine(options_.seed, hash_text(strategy)),
            options_.executions.value_or(executions_within(budget, size_)),
            host::Until::kBudget};
  }

  const RproStudy::Entry& entry_;
  const ProgramSize& size_;
  const RproOptions& options_;
};

Share share_of(const CellFile& cells, const CellKey& key) {
  const Cell* cell = cells.find(key);
  return cell != nullptr ? cell->share() : Share{};
}

Trio trio_of(const CellFile& cells, const SubjectKeys& keys, Counted counted) {
  return {share_of(cells, keys.pct(counted)), share_of(cells, keys.rpro(counted, kSmallRadius)),
          share_of(cells, keys.rpro(counted, kLargeRadius))};
}

}  // namespace

std::vector<std::uint64_t> radii_of(const DeadlockSubject& subject, bool all) {
  std::vector<std::uint64_t> radii;
  // A radius smaller than d - 2 has no room for the change points.
  const std::uint64_t least = std::max<std::uint64_t>(1, subject.depth - 2);
  if (all)
    for (std::uint64_t radius = least; radius <= subject.widest_radius; ++radius) radii.push_back(radius);
  else
    std::copy_if(std::begin(kSampledRadii), std::end(kSampledRadii), std::back_inserter(radii),
                 [&](std::uint64_t radius) { return radius >= least && radius <= subject.widest_radius; });
  return radii;
}

CellKey RproStudy::measurement_of(const Entry& entry) const {
  return {entry.subject.name, entry.subject.hash,   kMeasuringStrategy,
          options_.seed,      kMeasuringExecutions, host::Until::kBudget};
}

std::optional<ProgramSize> RproStudy::size_of(const Entry& entry, const CellFile& cells) const {
  const Cell* cell = cells.find(measurement_of(entry));
  return cell != nullptr ? std::optional(cell->size) : std::nullopt;
}

std::vector<CellGroup> RproStudy::measurements() const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_) groups.push_back({&entry.subject, {measurement_of(entry)}, 1});
  return groups;
}

std::vector<CellGroup> RproStudy::searches(const CellFile& cells) const {
  std::vector<CellGroup> groups;
  for (const Entry& entry : entries_) {
    const std::optional<ProgramSize> size = size_of(entry, cells);
    if (!size) continue;
    const SubjectKeys keys(entry, *size, options_);
    std::vector<CellKey> wanted{keys.pct(Counted::kSync), keys.pct(Counted::kAcquire),
                                keys.rpro(Counted::kSync, kSmallRadius),
                                keys.rpro(Counted::kSync, kLargeRadius)};
    for (const std::uint64_t radius : radii_of(entry.facts, options_.full_sweep))
      wanted.push_back(keys.rpro(Counted::kAcquire, radius));
    // A thread's way through an execution has a price of its own.
    const double price = static_cast<double>(size->sync_events) + 200;
    for (const CellKey& key : wanted)
      groups.push_back({&entry.subject, {key}, price * static_cast<double>(key.executions)});
  }
  return groups;
}

std::vector<RproRow> RproStudy::rows(const CellFile& cells) const {
  std::vector<RproRow> rows;
  for (const Entry& entry : entries_) {
    const std::optional<ProgramSize> size = size_of(entry, cells);
    if (!size) continue;
    const SubjectKeys keys(entry, *size, options_);
    RproRow row{entry.facts,
                *size,
                trio_of(cells, keys, Counted::kSync),
                trio_of(cells, keys, Counted::kAcquire),
                {}};
    for (const std::uint64_t radius : radii_of(entry.facts, options_.full_sweep))
      if (const Share share = share_of(cells, keys.rpro(Counted::kAcquire, radius)); share.executions != 0)
        row.sweep.push_back({radius, share});
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace heddle::study
