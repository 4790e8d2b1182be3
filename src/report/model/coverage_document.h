// Coverage in the user's words: lines of source in place of code addresses, names in place of memory. The
// contents of coverage.json; several of them can become one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "coverage/coverage_report.h"
#include "event/result.h"
#include "report/model/places.h"
#include "report/model/run_description.h"

namespace heddle::report {

struct DocumentStep {
  unsigned thread = 0;    // which of the item's threads
  std::string operation;  // "lock"
  std::string place;      // "bank.cc:21"
  std::string object;     // "mutex_"; empty: it has no name
};

// All requirements that have the same lines.
struct DocumentItem {
  unsigned shape = 0;
  std::vector<DocumentStep> steps;
  bool estimated = false;
  std::optional<std::uint64_t> execution;       // that covered it first; none: it is not covered
  std::vector<std::vector<std::string>> sites;  // where exactly: "bank+0x12ab" for each step

  bool covered() const { return execution.has_value(); }
  // What it is about. What objects are called plays no part: the same line may use several.
  std::string key() const;
  std::string object_phrase() const;  // " on `mutex_`"; empty: it has no name
};

struct MetricDocument {
  std::string metric;
  std::vector<DocumentItem> items;
  // Of what the search told apart, which may be more than lines tell: threads and variables.
  std::vector<GrowthStep> growth;

  std::size_t covered() const;
  std::size_t discovered() const;  // covered, although not in the estimate
  std::size_t required() const { return items.size(); }
};

struct CoverageDocument {
  std::string program;
  std::string strategy;
  std::uint64_t executions = 0;
  std::vector<MetricDocument> metrics;

  // What another run of the same program has covered; its executions come after those of this one.
  void merge(const CoverageDocument& later);
};

inline constexpr char kCoverageFile[] = "coverage.json";

CoverageDocument coverage_document(const CoverageReport& report, const Places& places,
                                   const RunDescription& run);

std::string to_json(const CoverageDocument& document);
Result<CoverageDocument> parse_coverage(const std::string& json);

// "bank+0x12ab", and back.
std::string site_text(SiteId site, const ModuleTable& modules);
std::optional<SiteId> parse_site(const std::string& text, const ModuleTable& modules);

}  // namespace heddle::report
