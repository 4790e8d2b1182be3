// What was exercised, as data: for files, for people, and for merging with what other runs exercised.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "event/ids.h"
#include "event/location.h"
#include "event/operation.h"
#include "event/result.h"
#include "event/wire.h"

namespace heddle {

enum class MetricKind : std::uint8_t { kSyncPairs, kIRoots, kPatterns, kCount };

constexpr std::uint32_t bit_of(MetricKind metric) {
  return 1u << static_cast<unsigned>(metric);
}
std::string_view to_string(MetricKind metric);
// "sync-pairs,iroots", "all" or "none", as bits.
Result<std::uint32_t> parse_metrics(std::string_view text);

// One of the operations whose order an item is about.
struct CoverageStep {
  SiteId site = kNoSite;
  std::uint32_t object = 0;  // a place in CoverageReport::objects, counted from 1; 0: none
  OperationKind kind = OperationKind::kNone;
  std::uint8_t role = 0;  // which of the item's threads performs it
};

struct CoverageItem {
  static constexpr std::size_t kMostSteps = 4;

  std::uint8_t shape = 0;  // which idiom or pattern, for metrics that have several
  std::uint8_t steps = 0;
  bool estimated = false;  // expected before the search; otherwise the search came across it
  bool covered = false;
  std::uint64_t execution = 0;  // that covered it first
  CoverageStep step[kMostSteps];
};

// An execution that covered something new, and what was covered after it.
struct GrowthStep {
  std::uint64_t execution = 0;  // so many were measured before; those that were abandoned are not
  std::uint64_t covered = 0;
};

struct MetricReport {
  MetricKind metric = MetricKind::kSyncPairs;
  std::vector<CoverageItem> items;
  std::vector<GrowthStep> growth;
};

// What an operation is about. Of an access, the bytes of it.
struct CoveredObject {
  Location location;
  std::uint64_t size = 0;  // 0: not known, or no access
};

struct CoverageReport {
  std::uint64_t executions = 0;  // that were measured
  std::vector<MetricReport> metrics;
  std::vector<CoveredObject> objects;
};

void put(Writer& writer, const CoverageReport& report);
void get(Reader& reader, CoverageReport& report);

}  // namespace heddle
