// One unit of work of a campaign: a hunt, and what it brought in the form that a store takes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "campaigns/leases.h"
#include "campaigns/outcome.h"
#include "event/result.h"
#include "host/hunt.h"
#include "sessions/program_places.h"

namespace heddle::sessions {

// What the options of a cell say, as words of heddle run's command line. The command line's own reader makes
// it.
struct HuntSetUp {
  host::HuntOptions options;
  PlaceChoices places;
  Surroundings surroundings;
};
using ReadOptions = std::function<Result<HuntSetUp>(const std::vector<std::string>& words)>;

// The words for a unit.
std::vector<std::string> unit_words(const campaigns::Lease& lease);

// A program from a store, on this machine.
struct PreparedProgram {
  std::string folder;      // of the pack
  std::string run_folder;  // a copy of its files, of this worker alone
  std::string program;     // its path
  std::string input;
};

struct UnitWatch {
  std::function<bool()> stop;  // asked often
  std::function<void(std::uint64_t executions)> progress;
  std::function<bool(const std::string& fingerprint)>
      is_new;  // no one has seen this bug: it is worth being shrunk
};

// The error is about this machine or the program on it: another worker may do better.
Result<campaigns::UnitOutcome> explore_unit(const campaigns::Lease& lease, const PreparedProgram& prepared,
                                            const HuntSetUp& set_up, const UnitWatch& watch);

}  // namespace heddle::sessions
