// Where executions begin: which code the function of `--snapshot at:FUNCTION` is.
#pragma once

#include <cstdint>
#include <string>

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
Result<SnapshotPlace> find_snapshot(const SnapshotChoice& choice, const SearchSettings& settings,
                                    const ModuleTable& modules, symbols::Symbolizer& symbolizer);

}  // namespace heddle::sessions
