// A worker of a campaign: takes leases, explores, and delivers, until nothing is left.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "event/result.h"
#include "sessions/campaign_unit.h"
#include "store/location.h"

namespace heddle::sessions {

struct WorkOptions {
  store::Location store;
  std::string campaign;  // empty: the only one
  bool trust = false;
  std::optional<std::set<std::string>> signatures;  // digests that may be run
  std::string cache;                                // folder for unpacked programs
  double patience = 600;                            // seconds without the store, after which it gives up
  bool quiet = false;
  ReadOptions read_options;
};

struct WorkDone {
  std::uint64_t units = 0;
  std::uint64_t executions = 0;
  std::uint64_t lost = 0;  // units that other workers did meanwhile
  std::vector<std::string> problems;
};

// In this process. Interrupted, it gives back what it is at. The error: the store is away, or refused.
Result<WorkDone> work_on_campaign(const WorkOptions& options, unsigned number);

// XDG_CACHE_HOME or ~/.cache, and below it.
std::string usual_campaign_cache();

}  // namespace heddle::sessions
