// What is left of a bug's schedule when it has been shrunk, in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/model/places.h"
#include "report/model/style.h"
#include "search/bug.h"

namespace heddle::report {

// The pairs of operations whose order makes the bug, as far as both are in the user's code: the C++ library,
// test frameworks and what starts a program are never a place.
std::vector<DecisivePair> told_pairs(const Bug& bug, const Places& places);

// Where it is not known what they are, all are stale reads.
OlderStores older_stores_of(const Bug& bug);

std::string counted_switches(std::uint64_t number);  // "2 context switches", "no context switch"

// "bank.cc:14 before bank.cc:15"; for results.json, too. Empty where nothing is known.
std::string essence_places(const Bug& bug, const Places& places);

// The orders that a bug's threads lack: "a release store", and where.
struct MissingOrderPlace {
  std::string operation;
  std::string place;

  friend bool operator==(const MissingOrderPlace&, const MissingOrderPlace&) = default;
};
std::vector<MissingOrderPlace> missing_order_places(const Bug& bug, const Places& places);

// "2 context switches are enough: bank.cc:14 before bank.cc:15", without a line break.
std::string essence_line(const Bug& bug, const Places& places);

// The same, and below it the operations at these places, and their threads.
std::string essence_text(const Bug& bug, const Places& places, const Style& style);

// How large something is that can be shrunk: "2 context switches, 3 threads and 95 steps".
std::string size_text(const Bug& bug);

}  // namespace heddle::report
