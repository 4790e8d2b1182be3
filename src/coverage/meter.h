// Measures what the executions of a search exercise.
#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "analysis/iroot.h"
#include "analysis/sync_pairs.h"
#include "coverage/metric.h"
#include "coverage/saturation.h"
#include "event/location.h"

namespace heddle {

struct MeterSettings {
  std::uint32_t metrics = 0;          // bits of MetricKind; 0: nothing is measured
  bool until_saturation = false;      // of the first of them
  bool window_in_executions = false;  // otherwise in seconds
  double window = 120;
  Estimate estimate = Estimate::kPaper;  // of the synchronization pairs
  IdiomSet idioms = 1u << 1;             // of the interleaving roots

  friend bool operator==(const MeterSettings&, const MeterSettings&) = default;
};

class Meter {
 public:
  // Requirements replace the estimate of synchronization pairs.
  explicit Meter(const MeterSettings& settings, const std::vector<SyncPair>& requirements = {});

  bool measures() const { return !metrics_.empty(); }
  // One whose events were too many to be passed on does not count.
  // Whether it covered something that none before it had.
  bool add(const Execution& execution, double seconds);
  // So many that covered nothing new.
  void pass_over(std::uint64_t executions, double seconds);
  // Whether each single execution may be the one with which it is saturated.
  bool counts_executions() const { return saturation_ && settings_.window_in_executions; }
  bool is_saturated() const { return saturation_ && saturation_->is_saturated(); }
  CoverageReport report(const LocationTable& locations) const;

 private:
  struct Measured {
    MetricKind kind;
    std::unique_ptr<Metric> metric;
    std::vector<GrowthStep> growth;
  };

  // Where an access begins, from the granule of its location; and of how many bytes it is.
  struct Accessed {
    std::int64_t start = 0;
    std::uint64_t size = 0;
  };
  static std::uint64_t access_key(LocationId location, SiteId site) {
    return std::uint64_t{location} << 32 | site;
  }
  void note_accesses(const Execution& execution);

  MeterSettings settings_;
  std::vector<Measured> metrics_;
  std::unordered_map<std::uint64_t, Accessed> accesses_;  // of what was covered, by access_key
  std::optional<Saturation> saturation_;
  std::uint64_t executions_ = 0;
};

}  // namespace heddle
