// Places that the user names, as code of the program: where executions begin (--snapshot), and outside which
// threads are not switched (--region).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "event/modules.h"
#include "event/result.h"
#include "search/search.h"
#include "symbols/symbolizer.h"

namespace heddle::sessions {

// The value of --snapshot.
struct SnapshotChoice {
  enum class Where : std::uint8_t { kStart, kFirstThread, kStartHere, kFunction };

  Where where = Where::kStart;
  std::string function;
};

// The place of kStartHere or kFunction; of the others none. A function is named as in the source,
// "Bank::transfer" or "transfer"; where several have that name, with parameters: "Bank::transfer(int, int)".
// Functions of the program come before those of its libraries. An error says what there is instead.
Result<ProgramPlace> find_snapshot(const SnapshotChoice& choice, const SearchSettings& settings,
                                   const ModuleTable& modules, symbols::Symbolizer& symbolizer);

inline constexpr std::string_view kMarkedRegions = "marked";

// Of a function's name, of kMarkedRegions, or of nothing.
Result<ProgramPlace> find_region(const std::string& region, const ModuleTable& modules,
                                 symbols::Symbolizer& symbolizer);

struct PlaceChoices {
  SnapshotChoice snapshot;
  std::string region;
};

// Both, as settings of a search.
Result<bool> find_places(const PlaceChoices& choices, const ModuleTable& modules,
                         symbols::Symbolizer& symbolizer, SearchSettings& settings);

}  // namespace heddle::sessions
