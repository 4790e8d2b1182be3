// What a unit of work brought, on its way into the store: all of it, once, or nothing.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "campaigns/leases.h"
#include "event/result.h"
#include "report/formats/known_bugs.h"
#include "store/database.h"

namespace heddle::campaigns {

struct SeenBug {
  report::KnownBug bug;  // what it is recognised by
  std::string headline;
  std::uint64_t times = 0;
  std::uint64_t execution = 0;  // of the unit, counted from 1
  bool stable = false;
  std::string schedule;
  std::string output;
  std::string report;  // in words
};

struct UnitOutcome {
  std::uint64_t executions = 0;
  std::uint64_t failed = 0;
  std::uint64_t steps = 0;
  double seconds = 0;
  std::string end;      // host::HuntEnd
  std::string problem;  // why it could not be controlled
  std::vector<SeenBug> bugs;
  std::vector<std::pair<std::string, std::uint64_t>> coverage;  // metric and a hash of what was covered
  bool ends_cell = false;                                       // there is nothing else to explore
};

// Of each cell, what this worker knows to be in the store already.
using KnownCoverage = std::set<std::pair<std::string, std::uint64_t>>;

enum class Delivered : std::uint8_t {
  kTaken,
  kNotOurs,  // the lease had ended, and another worker does it, or has done it: nothing was written
};

// In one transaction. Again is no different from once.
Result<Delivered> deliver(store::Database& database, const store::Patience& patience, std::uint64_t campaign,
                          std::uint64_t worker, const Lease& lease, const UnitOutcome& outcome,
                          KnownCoverage& known);

}  // namespace heddle::campaigns
